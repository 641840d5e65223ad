import { Link } from "react-router";
import type { TouchPosition } from "#app/people/lists/people-filter.server.ts";
import { describePeriod } from "#app/people/sources/periods.ts";
import type { ReportPlan } from "#app/people/sources/plan-report.ts";
import type { Dimension } from "#app/people/sources/source-counts.ts";
import type { OtherSources, SourceReport, SourceRow } from "#app/people/sources/source-report.ts";
import { listUrl, type UrlQuery } from "#app/staff/data-table/list-url.ts";
import { sourceNamesPath, sourceSpendPath } from "#app/staff/paths/source-paths.ts";
import { ReportTable } from "./report-table.tsx";
import { formatCount } from "./source-figures.ts";
import { peopleLink } from "./source-links.ts";
import { sourceList } from "./sources.list.tsx";
import { dimensionNames, sortNames, sourceTexts, touchNames } from "./sources.messages.ts";
import "#app/staff/source-forms/segments.css";

export type ReportView = Pick<SourceReport, "total" | "automated" | "optedOut"> & {
  ranked: readonly SourceRow[];
  unranked: readonly SourceRow[];
  others: OtherSources | undefined;
};

type ReportProps = { query: UrlQuery; plan: ReportPlan; report: ReportView };

/** The totals of both periods. */
export function Totals({ report: { total } }: { report: ReportView }) {
  const { now, before } = total;
  const shown = [
    { label: sortNames.visits, value: now.visits, other: before?.visits },
    { label: sortNames.leads, value: now.leads, other: before?.leads },
    { label: sortNames["exit-ready"], value: now.exitReady, other: before?.exitReady },
    { label: sortNames.attended, value: now.attended, other: before?.attended },
    { label: sortNames.booked, value: now.booked, other: before?.booked },
    { label: sortNames.clients, value: now.clients, other: before?.clients },
  ];
  return (
    <dl className="totals">
      {shown.map(({ label, value, other }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {formatCount(value)}
            {other === undefined ? null : <small> {sourceTexts.was(formatCount(other))}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The table of sources, with its choices above and what it leaves out below. */
export function Report({ query, plan, report, mayEdit }: ReportProps & { mayEdit: boolean }) {
  const { by, touch, now, before } = plan;
  const { total } = report;
  const isEmpty =
    total.now.leads === 0 &&
    (total.now.visits ?? 0) === 0 &&
    report.ranked.length + report.unranked.length === 0;
  return (
    <section aria-labelledby="sources-heading">
      <header>
        <h2 id="sources-heading">{dimensionNames[by]}</h2>
        {before === undefined ? null : <p>{sourceTexts.secondLine(describePeriod(before))}</p>}
        <div className="choices">
          <Segments<Dimension>
            label={sourceTexts.groupBy}
            parameter="by"
            current={by}
            names={dimensionNames}
            query={query}
          />
          <Segments<TouchPosition>
            label={sourceTexts.countBy}
            parameter="touch"
            current={touch}
            names={touchNames}
            query={query}
          />
        </div>
      </header>
      {isEmpty ? (
        <p className="empty">{sourceTexts.empty}</p>
      ) : (
        <ReportTable {...report} by={by} touch={touch} query={query} now={now} before={before} />
      )}
      <Notes plan={plan} report={report} />
      {mayEdit ? (
        <p className="edits">
          <Link to={sourceSpendPath()}>{sourceTexts.spend}</Link>
          <Link to={sourceNamesPath({ kind: by === "channel" ? "channel" : "campaign" })}>
            {sourceTexts.names}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

/** A choice of which one applies, as links. */
function Segments<Value extends string>({
  label,
  parameter,
  current,
  names,
  query,
}: {
  label: string;
  parameter: string;
  current: Value;
  names: Readonly<Record<Value, string>>;
  query: UrlQuery;
}) {
  return (
    <nav className="segments" aria-label={label}>
      {Object.entries<string>(names).map(([value, name]) => (
        <Link
          to={listUrl(sourceList, { ...query, [parameter]: value })}
          aria-current={value === current ? "true" : undefined}
          preventScrollReset
          key={value}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** What is counted, and what the table leaves out. */
function Notes({
  plan: { by, touch, now },
  report: { automated, optedOut, total },
}: Pick<ReportProps, "plan" | "report">) {
  const hasNoVisits =
    total.now.visits === null || (total.before !== undefined && total.before?.visits === null);
  const { people, visits } = automated.now;
  return (
    <div className="notes">
      <p>
        {[
          sourceTexts.note,
          by === "page" ? "" : sourceTexts.spendNote,
          hasNoVisits ? sourceTexts.visitsNote : "",
        ].join(" ")}
      </p>
      <dl>
        <div>
          <dt>{sourceTexts.automated}</dt>
          <dd>
            {formatCount(visits)} visits,{" "}
            {people === 0 ? (
              "0 people"
            ) : (
              <Link to={peopleLink({ by, touch, period: now }, { traffic: "automated" })}>
                {formatCount(people)} people
              </Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{sourceTexts.optedOut}</dt>
          <dd>{formatCount(optedOut.now)} visits</dd>
        </div>
      </dl>
    </div>
  );
}
