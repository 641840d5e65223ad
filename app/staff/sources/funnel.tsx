import type { ReactNode } from "react";
import { Link } from "react-router";
import { labelPeriods, type Period } from "#app/people/sources/periods.ts";
import type { FunnelStep } from "#app/people/sources/source-report.ts";
import { ChartKey } from "./chart-key.tsx";
import { formatCount, formatShare } from "./source-figures.ts";
import { peopleLink, type StageFilter } from "./source-links.ts";
import { funnelSteps, sourceTexts } from "./sources.messages.ts";

const filters: Readonly<Record<FunnelStep["step"], StageFilter | undefined>> = {
  visits: undefined,
  leads: {},
  assessed: { stage: "assessed" },
  seats: { stage: "seat" },
  attended: { stage: "attended" },
  booked: { stage: "booked" },
  clients: { stage: "client" },
};

/** How many people reached each step, as a table with a bar in each row. The visits have none, because they would dwarf the other bars. */
export function Funnel({
  steps,
  now,
  before,
}: {
  steps: readonly FunnelStep[];
  now: Period;
  before: Period | undefined;
}) {
  const labels = labelPeriods(now, before);
  const find = (name: FunnelStep["step"]) => steps.find(({ step }) => step === name);
  const [visits, leads] = [find("visits"), find("leads")];
  const longest = Math.max(
    1,
    ...steps.filter(({ step }) => step !== "visits").flatMap((step) => [step.now ?? 0, step.before ?? 0]),
  );
  return (
    <section aria-labelledby="funnel-heading">
      <header>
        <h2 id="funnel-heading">{sourceTexts.funnel}</h2>
        <p>{sourceTexts.funnelHint}</p>
      </header>
      <table className="funnel" aria-labelledby="funnel-heading">
        <thead>
          <tr>
            <th scope="col">{sourceTexts.step}</th>
            <th scope="col" colSpan={2}>
              {labels.now}
            </th>
            {before === undefined ? null : (
              <th scope="col" colSpan={2}>
                {labels.before}
              </th>
            )}
            <th scope="col" className="bars">
              {sourceTexts.barsStart}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => {
            const whole = step.step === "leads" ? visits : leads;
            const share = (part: number | null | undefined, of: number | null | undefined): string =>
              step.step === "visits" ? "" : formatShare(part ?? 0, of ?? null);
            return (
              <tr key={step.step}>
                <th scope="row">{funnelSteps[step.step]}</th>
                <td>
                  <StepLink step={step.step} count={step.now} period={now} />
                </td>
                <td className="share">{share(step.now, whole?.now)}</td>
                {before === undefined ? null : (
                  <>
                    <td>
                      <StepLink step={step.step} count={step.before ?? null} period={before} />
                    </td>
                    <td className="share">{share(step.before, whole?.before)}</td>
                  </>
                )}
                <td className="bars">
                  {step.step === "visits" ? null : (
                    <StepBar now={step.now ?? 0} before={step.before} longest={longest} />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <ChartKey now={now} before={before} />
    </section>
  );
}

function StepLink({
  step,
  count,
  period,
}: {
  step: FunnelStep["step"];
  count: number | null;
  period: Period;
}): ReactNode {
  const filter = filters[step];
  const text = formatCount(count);
  if (filter === undefined || count === null || count === 0) return text;
  return <Link to={peopleLink({ by: "campaign", touch: "first", period }, filter)}>{text}</Link>;
}

/** Repeats the numbers of the row to scale. */
function StepBar({
  now,
  before,
  longest,
}: {
  now: number;
  before: number | null | undefined;
  longest: number;
}) {
  const width = (count: number): string => `${Math.round((count / longest) * 1000) / 10}%`;
  return (
    <svg aria-hidden="true" width="100%" height="22">
      <rect className="now" width={width(now)} height="13" />
      {before === undefined || before === null ? null : (
        <rect className="before" y="15" width={width(before)} height="7" />
      )}
    </svg>
  );
}
