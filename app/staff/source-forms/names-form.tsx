import { Form } from "react-router";
import type { SpendKind } from "#app/people/sources/save-spend.server.ts";
import type { SourceName } from "#app/people/sources/source-names.server.ts";
import { sourceNamesPath } from "#app/staff/paths/source-paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { errorWiring, Field, FieldError } from "#app/ui/fields/field.tsx";
import type { NamesDraft } from "./apply-names.server.ts";
import { nameFields } from "./name-fields.ts";
import { nameTexts } from "./source-forms.messages.ts";

/** Names the spellings of a group, or some of them, which splits these off. @param draft the form after a refusal */
export function NamesForm({
  kind,
  group: { name, spellings },
  names,
  draft,
}: {
  kind: SpendKind;
  group: SourceName;
  names: readonly string[];
  draft: NamesDraft | undefined;
}) {
  const errors = draft?.errors ?? {};
  const chosen = draft?.spellings ?? spellings;
  return (
    <section aria-labelledby="names-form-heading">
      <h2 id="names-form-heading">{nameTexts.heading(name)}</h2>
      {draft === undefined ? null : <Alert text={draft.refusal} leavesFocus={errors.name !== undefined} />}
      <Form method="post" action={sourceNamesPath({ kind, name })} className="sheet">
        <fieldset {...errorWiring("spellings", errors.spellings)}>
          <legend>{nameTexts.which}</legend>
          {spellings.map((spelling) => (
            <label className="box" key={spelling}>
              <input
                type="checkbox"
                name={nameFields.spelling}
                value={spelling}
                defaultChecked={chosen.includes(spelling)}
              />
              <span>{spelling}</span>
            </label>
          ))}
          <FieldError name="spellings" message={errors.spellings} />
        </fieldset>
        <Field
          label={nameTexts.newName}
          name={nameFields.newName}
          hint={nameTexts.newNameHint}
          defaultValue={draft?.name ?? name}
          maxLength={200}
          autoComplete="off"
          list="source-names"
          required
          {...fieldError(errors.name)}
        />
        <datalist id="source-names">
          {names.map((known) => (
            <option value={known} key={known}>
              {known}
            </option>
          ))}
        </datalist>
        <div className="acts">
          <button type="submit" className="btn">
            {nameTexts.save}
          </button>
        </div>
      </Form>
    </section>
  );
}
