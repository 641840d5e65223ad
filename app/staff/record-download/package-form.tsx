import { type ReactNode, useState } from "react";
import { type DayField, emailsField, screenFields } from "#app/staff/paths/record-path.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { packageTexts } from "./package.messages.ts";
import type { PackageQuery } from "./package-query.ts";

type PackageFormProps = {
  /** Where the form is sent. */
  path: string;
  /** The screen to return to after step-up authentication or an error. */
  screen: Partial<Record<(typeof screenFields)[number], string>>;
  query: PackageQuery;
  canExportAudit: boolean;
};

/** The site as a ZIP file. The fields of the audit log are for those who may export it. */
export function PackageForm({ path, screen, query, canExportAudit }: PackageFormProps) {
  // The browser stays on the page during a download, so an earlier result would remain.
  const [isSubmitted, setIsSubmitted] = useState(false);
  return (
    <section aria-labelledby="package">
      <header>
        <h2 id="package">{packageTexts.title}</h2>
      </header>
      <p className="soft small">{packageTexts.about}</p>
      {isSubmitted ? null : <Result query={query} />}
      <form className="package" method="post" action={path} onSubmit={() => setIsSubmitted(true)}>
        {screenFields.map((name) =>
          screen[name] === undefined ? null : (
            <input type="hidden" name={name} value={screen[name]} key={name} />
          ),
        )}
        <Days legend={packageTexts.versions} fields={["versionsSince", "versionsUntil"]} query={query} />
        {canExportAudit ? (
          <Days legend={packageTexts.audit} fields={["auditSince", "auditUntil"]} query={query}>
            <label>
              <input type="checkbox" name={emailsField} defaultChecked={query.withEmails} />{" "}
              {packageTexts.emails}
            </label>
          </Days>
        ) : null}
        <button type="submit" className="btn">
          {packageTexts.download}
        </button>
      </form>
    </section>
  );
}

function Result({ query: { problem, isRestored } }: Pick<PackageFormProps, "query">) {
  if (problem !== undefined) return <Alert text={problem} />;
  return isRestored ? <Alert text={packageTexts.kept} isGood /> : null;
}

function Days(props: {
  legend: string;
  fields: readonly [first: DayField, last: DayField];
  query: PackageQuery;
  children?: ReactNode;
}) {
  const [first, last] = props.fields;
  const { days } = props.query;
  return (
    <fieldset>
      <legend className="soft small">{props.legend}</legend>
      <Field name={first} type="date" label={packageTexts.firstDay} defaultValue={days[first]} />
      <Field name={last} type="date" label={packageTexts.lastDay} defaultValue={days[last]} />
      {props.children}
    </fieldset>
  );
}
