import type { ReactNode } from "react";
import { Link } from "react-router";
import type { TouchPosition } from "#app/people/lists/people-filter.server.ts";
import type { Period } from "#app/people/sources/periods.ts";
import type { Dimension, Figures } from "#app/people/sources/source-counts.ts";
import { otherSources } from "#app/people/sources/source-report.messages.ts";
import type { OtherSources, SourceRow } from "#app/people/sources/source-report.ts";
import { listUrl, type UrlQuery } from "#app/staff/data-table/list-url.ts";
import { formatCount } from "./source-figures.ts";
import { type ReportColumn, reportColumns } from "./report-columns.ts";
import { type LinkedPeople, peopleLink } from "./source-links.ts";
import { sourceList } from "./sources.list.tsx";
import { allSources, columnOfNames, dimensionNames, sourceTexts, withoutSource } from "./sources.messages.ts";
import "#app/ui/skip-link.css";

type TableProps = {
  by: Dimension;
  touch: TouchPosition;
  query: UrlQuery;
  now: Period;
  before: Period | undefined;
  ranked: readonly SourceRow[];
  unranked: readonly SourceRow[];
  /** The sum of the sources that are not displayed. */
  others: OtherSources | undefined;
  total: { now: Figures; before: Figures | undefined };
};

/** The sources with their figures. The second line of a row is the other period. Numbers lead to the people. */
export function ReportTable({ ranked, unranked, ...table }: TableProps) {
  const { by, others, total } = table;
  const columns = reportColumns(by);
  const rows = (sources: readonly SourceRow[]) =>
    sources.map((row) => <SourceLine row={row} columns={columns} table={table} key={row.name ?? "none"} />);
  return (
    <>
      <a className="skip-link past" href="#sources-end">
        {sourceTexts.skip}
      </a>
      {/* Reachable by keyboard, because it scrolls on narrow screens. */}
      <div className="scrollx" tabIndex={0} role="region" aria-label={sourceTexts.scroll(dimensionNames[by])}>
        <table aria-labelledby="sources-heading" className="report">
          <Headings columns={columns} table={table} />
          <tbody>{rows(ranked)}</tbody>
          {unranked.length === 0 ? null : (
            <tbody>
              <tr className="group">
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  <span>{sourceTexts.unranked}</span>
                </th>
              </tr>
              {rows(unranked)}
            </tbody>
          )}
          <tfoot>
            {others === undefined ? null : (
              <SumLine
                name={otherSources(by, others)}
                figures={others}
                columns={columns}
                className="others"
              />
            )}
            <SumLine
              name={allSources[by]}
              figures={total}
              columns={columns}
              className="total"
              linked={{ now: table.now, before: table.before, by, touch: table.touch }}
            />
          </tfoot>
        </table>
      </div>
      <p className="end unseen" id="sources-end" tabIndex={-1}>
        {sourceTexts.end}
      </p>
    </>
  );
}

type Context = Omit<TableProps, "ranked" | "unranked">;

function Headings({ columns, table }: { columns: readonly ReportColumn[]; table: Context }) {
  return (
    <thead>
      <tr>
        <Heading label={columnOfNames[table.by]} sort="name" query={table.query} />
        {columns.map(({ label, sort }) => (
          <Heading label={label} sort={sort} query={table.query} key={label} />
        ))}
      </tr>
    </thead>
  );
}

/** The second press of a heading reverses the order. */
function Heading({ label, sort, query }: { label: string; sort: string | undefined; query: UrlQuery }) {
  if (sort === undefined) {
    return (
      <th scope="col">
        <span className="label">{label}</span>
      </th>
    );
  }
  const isSorted = query.sort === sort || query.sort === `${sort}-up`;
  const next = query.sort === sort ? `${sort}-up` : sort;
  // Names start with A, numbers with the highest.
  const isAscending = (query.sort === `${sort}-up`) !== (sort === "name");
  const order = isAscending ? "ascending" : "descending";
  return (
    <th scope="col" {...(isSorted ? { "aria-sort": order } : {})}>
      <Link className="label" to={listUrl(sourceList, { ...query, sort: next })} preventScrollReset>
        {label}
      </Link>
    </th>
  );
}

function SourceLine({
  row,
  columns,
  table,
}: {
  row: SourceRow;
  columns: readonly ReportColumn[];
  table: Context;
}) {
  const { by, touch, now, before } = table;
  const { name } = row;
  const label = name ?? withoutSource[by];
  return (
    <tr>
      <th scope="row">
        <span className="now">
          <Link to={peopleLink({ by, touch, period: now, name })}>{label}</Link>
        </span>
        <Detail row={row} />
      </th>
      {columns.map((column) => (
        <td key={column.label}>
          <span className="now">
            <Figure column={column} figures={row.now} link={{ by, touch, period: now, name }} />
          </span>
          {row.before === undefined || before === undefined ? null : (
            <span className="was">
              <Figure
                column={column}
                figures={row.before}
                link={{ by, touch, period: before, name }}
                isNew={isNew(row)}
              />
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** The channel of a campaign, and whether the other period has nothing of it. */
function Detail({ row }: { row: SourceRow }) {
  const { channels } = row;
  const parts = [
    channels.length > 1 ? sourceTexts.channels(channels.length) : channels[0],
    isNew(row) ? sourceTexts.isNew : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? null : <span className="was">{parts.join(", ")}</span>;
}

/** Visits that are no longer stored may have been some. */
function isNew({ before }: SourceRow): boolean {
  return before !== undefined && before.leads === 0 && before.visits === 0 && before.spendCents === null;
}

/** A number, which leads to the people that it counts. */
function Figure({
  column,
  figures,
  link,
  isNew: hasNoData = false,
}: {
  column: ReportColumn;
  figures: Figures;
  link: LinkedPeople;
  isNew?: boolean;
}): ReactNode {
  if (hasNoData) return formatCount(null);
  const text = column.format(figures);
  if (column.filter === undefined || column.count(figures) === 0) return text;
  return <Link to={peopleLink(link, column.filter)}>{text}</Link>;
}

function SumLine({
  name,
  figures,
  columns,
  className,
  linked,
}: {
  name: string;
  figures: { now: Figures; before: Figures | undefined };
  columns: readonly ReportColumn[];
  className: string;
  linked?: { now: Period; before: Period | undefined; by: Dimension; touch: TouchPosition };
}) {
  const show = (column: ReportColumn, sum: Figures, period: Period | undefined): ReactNode =>
    linked === undefined || period === undefined ? (
      column.format(sum)
    ) : (
      <Figure column={column} figures={sum} link={{ by: linked.by, touch: linked.touch, period }} />
    );
  return (
    <tr className={className}>
      <th scope="row">
        <span className="now">{name}</span>
      </th>
      {columns.map((column) => (
        <td key={column.label}>
          <span className="now">{show(column, figures.now, linked?.now)}</span>
          {figures.before === undefined ? null : (
            <span className="was">{show(column, figures.before, linked?.before)}</span>
          )}
        </td>
      ))}
    </tr>
  );
}
