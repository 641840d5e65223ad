import { useState } from "react";
import { Form } from "react-router";
import { maximumLength } from "#app/platform/limits.ts";
import { claimField } from "#app/staff/paths/record-path.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import type { DecisionDraft } from "./apply-decision.server.ts";
import { choiceField, type DecisionField, noValues, serializeSeen, uploadField } from "./claim-values.ts";
import { decideTexts } from "./claims.messages.ts";

type FormsProps = {
  claims: readonly { id: number; revision: number }[];
  /** The form after a refusal. */
  draft: DecisionDraft | undefined;
  /** ISO date. */
  today: string;
};

/** The forms that bind claims to evidence or waive them. */
export function DecisionForms(props: FormsProps) {
  // A revalidation must not claim that the person has seen a later decision.
  const [claims] = useState(props.claims);
  return (
    <div className="decisions">
      <BindForm {...props} claims={claims} />
      <WaiveForm {...props} claims={claims} />
    </div>
  );
}

function BindForm({ claims, draft, today }: FormsProps) {
  const props = createFieldProps(draft);
  return (
    <section aria-labelledby="bind">
      <h2 id="bind">{decideTexts.bind}</h2>
      <p className="soft">{decideTexts.bindAbout}</p>
      <Form
        method="post"
        encType="multipart/form-data"
        className="sheet"
        data-draft={nameDraft("bound", claims)}
      >
        <SeenClaims claims={claims} />
        <FileField {...props("evidenceFile")} />
        <Field
          label={decideTexts.link}
          hint={decideTexts.linkHint}
          inputMode="url"
          maxLength={maximumLength.url}
          autoComplete="off"
          spellCheck={false}
          {...props("evidenceUrl")}
        />
        <TextAreaField
          label={decideTexts.note}
          hint={decideTexts.noteHint}
          rows={3}
          maxLength={maximumLength.freeText}
          {...props("evidenceNote")}
        />
        <div className="pair">
          <Field
            label={decideTexts.asOf}
            hint={decideTexts.asOfHint}
            type="date"
            max={today}
            required
            {...props("asOf")}
          />
          <Field
            label={decideTexts.expires}
            hint={decideTexts.expiresHint}
            type="date"
            min={today}
            required
            {...props("expiresOn")}
          />
        </div>
        <div className="acts">
          <button type="submit" name={choiceField} value="bound" className="btn press">
            {decideTexts.saveBound}
          </button>
        </div>
      </Form>
    </section>
  );
}

/** Browsers do not fill in a file again, so a file that was stored before a refusal is named by its hash. */
function FileField({ defaultValue, ...field }: ReturnType<ReturnType<typeof createFieldProps>>) {
  return (
    <>
      <Field
        label={decideTexts.file}
        hint={defaultValue === "" ? decideTexts.fileHint : decideTexts.fileKept}
        type="file"
        accept=".pdf,.png,.jpg,.jpeg,.txt,.csv"
        {...field}
        name={uploadField}
      />
      {defaultValue === "" ? null : <input type="hidden" name={field.name} value={defaultValue} />}
    </>
  );
}

function WaiveForm({ claims, draft }: FormsProps) {
  return (
    <section aria-labelledby="waive">
      <h2 id="waive">{decideTexts.waive}</h2>
      <p className="soft">{decideTexts.waiveAbout}</p>
      <Form method="post" className="sheet" data-draft={nameDraft("waived", claims)}>
        <SeenClaims claims={claims} />
        <TextAreaField
          label={decideTexts.reason}
          rows={3}
          maxLength={maximumLength.freeText}
          required
          {...createFieldProps(draft)("reason")}
        />
        <div className="acts">
          <button type="submit" name={choiceField} value="waived" className="btn">
            {decideTexts.saveWaived}
          </button>
        </div>
      </Form>
    </section>
  );
}

/** Names the claims, so that a draft is not restored for others. */
function nameDraft(choice: string, claims: FormsProps["claims"]): string {
  return [choice, ...claims.map(({ id }) => id)].join(" ");
}

function SeenClaims({ claims }: Pick<FormsProps, "claims">) {
  return claims.map((claim) => (
    <input type="hidden" name={claimField} value={serializeSeen(claim)} key={claim.id} />
  ));
}

/** What was typed, and the error of each field. The first invalid field receives the focus. */
function createFieldProps(draft: DecisionDraft | undefined) {
  const { values = noValues, errors = {} } = draft ?? {};
  const firstInvalid = Object.keys(errors)[0];
  return (name: DecisionField) => ({
    name,
    defaultValue: values[name],
    ...(name === firstInvalid ? fieldError(errors[name]) : { error: errors[name] }),
  });
}
