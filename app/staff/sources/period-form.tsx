import type { ReactNode } from "react";
import { Form } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { comparisonChoices, periodChoices } from "#app/people/sources/periods.ts";
import type { ReportPlan } from "#app/people/sources/plan-report.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { urlParameters, type UrlQuery } from "#app/staff/data-table/list-url.ts";
import { sourceList } from "./sources.list.tsx";
import { sourceTexts } from "./sources.messages.ts";

/** The heading of the screen and the choice of the two periods. The dates appear if they are the choice, also without scripting. */
export function PeriodForm({
  title,
  query,
  plan,
  children,
}: {
  title: string;
  query: UrlQuery;
  plan: Pick<ReportPlan, "choice" | "now">;
  children: ReactNode;
}) {
  const { period: _, compare = "before", from: __, to: ___, ...others } = urlParameters(sourceList, query);
  return (
    <div className="periods">
      <h1>{title}</h1>
      <Form method="get" action={pages.sources.path} aria-label={sourceTexts.periods} preventScrollReset>
        {Object.entries(others).map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        <Choice name="period" label={sourceTexts.period} value={plan.choice} choices={periodChoices} />
        <div className="dates">
          <Field name="from" type="date" label={sourceTexts.from} defaultValue={plan.now.from} />
          <Field name="to" type="date" label={sourceTexts.to} defaultValue={plan.now.to} />
        </div>
        <Choice name="compare" label={sourceTexts.compare} value={compare} choices={comparisonChoices} />
        <button type="submit" className="btn">
          {sourceTexts.show}
        </button>
      </Form>
      {children}
    </div>
  );
}

function Choice({
  name,
  label,
  value,
  choices,
}: {
  name: string;
  label: string;
  value: string;
  choices: Readonly<Record<string, string>>;
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        {Object.entries(choices).map(([choice, text]) => (
          <option value={choice} key={choice}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
