import { Form } from "react-router";
import { sourceSpendPath } from "#app/staff/paths/source-paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field, FieldError, fieldWiring } from "#app/ui/fields/field.tsx";
import type { SpendDraft } from "./apply-spend.server.ts";
import { spendTexts } from "./source-forms.messages.ts";
import {
  formatMonth,
  newNameField,
  revisionField,
  type SpendField,
  type SpendValues,
} from "./spend-values.ts";

/** Enters what a source cost in a month. @param draft the form after a refusal */
export function SpendForm({
  values,
  revision,
  draft,
  months,
  names,
}: {
  values: SpendValues;
  revision: number;
  draft: SpendDraft | undefined;
  months: readonly string[];
  names: readonly string[];
}) {
  const errors = draft?.errors ?? {};
  const firstInvalid = Object.keys(errors)[0];
  const props = (name: SpendField) => ({
    name,
    defaultValue: values[name],
    ...(name === firstInvalid ? fieldError(errors[name]) : { error: errors[name] }),
  });
  return (
    <section aria-labelledby="spend-heading">
      <h2 id="spend-heading">{spendTexts.heading}</h2>
      {draft === undefined ? null : (
        <Alert text={draft.refusal} leavesFocus={Object.keys(errors).length > 0} />
      )}
      <Form method="post" action={sourceSpendPath()} className="sheet">
        <input type="hidden" name={revisionField} value={revision} />
        <div className="pair">
          <SelectField
            label={spendTexts.kind}
            options={Object.entries(spendTexts.kinds)}
            {...props("kind")}
          />
          <Field
            label={spendTexts.name}
            hint={spendTexts.nameHint}
            maxLength={200}
            autoComplete="off"
            list="source-names"
            required
            {...props("name")}
          />
        </div>
        {draft?.newName === undefined ? null : <NewNameBox name={draft.newName} />}
        <datalist id="source-names">
          {names.map((name) => (
            <option value={name} key={name}>
              {name}
            </option>
          ))}
        </datalist>
        <div className="pair">
          <SelectField
            label={spendTexts.month}
            options={months.map((month) => [month, formatMonth(month)])}
            {...props("month")}
          />
          <Field
            label={spendTexts.amount}
            hint={spendTexts.amountHint}
            inputMode="decimal"
            autoComplete="off"
            required
            {...props("amount")}
          />
        </div>
        <div className="acts">
          <button type="submit" className="btn">
            {spendTexts.save}
          </button>
        </div>
      </Form>
    </section>
  );
}

function NewNameBox({ name }: { name: string }) {
  return (
    <label className="box">
      <input type="checkbox" name={newNameField} value={name} />
      {spendTexts.newName(name)}
    </label>
  );
}

function SelectField({
  label,
  name,
  defaultValue,
  error,
  autoFocus,
  options,
}: {
  label: string;
  name: string;
  defaultValue: string;
  error?: string | undefined;
  autoFocus?: true;
  options: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select
        id={name}
        name={name}
        defaultValue={defaultValue}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page responds to a submitted form, and the error is in this field
        autoFocus={autoFocus}
        {...fieldWiring(name, { hint: undefined, error })}
      >
        {options.map(([value, text]) => (
          <option value={value} key={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError name={name} message={error} />
    </div>
  );
}
