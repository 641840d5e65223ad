import { listAuditLog } from "#app/audit/list-audit-log.server.ts";
import { listEvents } from "#app/events/schedule/find-events.server.ts";
import { listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import type { CsvColumn } from "#app/platform/csv.ts";
import { auditColumns, rawAuditColumns } from "#app/staff/audit/audit-columns.ts";
import { auditList, auditQueryOf } from "#app/staff/audit/audit-list.ts";
import {
  assessmentList,
  assessmentQueryOf,
  signupListOf,
  signupQueryOf,
  trackingList,
  trackingQueryOf,
  visitorList,
  visitorQueryOf,
} from "#app/staff/leads/lead-lists.ts";
import {
  type ListQuery,
  type ListSpecification,
  parametersOf,
  readListAddress,
} from "#app/staff/data-table/list-url.ts";
import { csvFile, type Progress } from "./csv-file.server.ts";
import {
  assessmentColumns,
  rawAssessmentColumns,
  rawSignupColumns,
  rawTrackingColumns,
  rawVisitorColumns,
  signupColumns,
  trackingColumns,
  visitorColumns,
} from "./export-columns.ts";
import type { ExportFile } from "#app/staff/data-table/export-lists.ts";

type Db = Parameters<typeof listEvents>[0];

/** An export as it was asked for. */
export type AskedExport = {
  isRaw: boolean;
  /** What it was narrowed down by, for the audit log: never a word that somebody typed. */
  filters: Readonly<Record<string, string | boolean>>;
  count(db: Db): Promise<number>;
  /** The file in pieces. @param progress kept true while it is read */
  file(db: Db, progress: Progress): AsyncGenerator<string>;
};

/**
 * THE table of exports: reads what an address asks of each.
 * @returns undefined where any of it cannot be read: what was not understood might have narrowed it down, and more would leave than was
 * asked for
 */
export const readExport: Record<ExportFile, ReadExport> = {
  assessments: exportOf({
    list: assessmentList,
    queryOf: assessmentQueryOf,
    rowsOf: listAssessments,
    columns: assessmentColumns,
    rawColumns: rawAssessmentColumns,
  }),
  signups: exportOf({
    list: async (db) => signupListOf(await listEvents(db)),
    queryOf: signupQueryOf,
    rowsOf: listSignups,
    columns: signupColumns,
    rawColumns: rawSignupColumns,
  }),
  visitors: exportOf({
    list: visitorList,
    queryOf: visitorQueryOf,
    rowsOf: listVisitors,
    columns: visitorColumns,
    rawColumns: rawVisitorColumns,
  }),
  tracking: exportOf({
    list: trackingList,
    queryOf: trackingQueryOf,
    rowsOf: listTrackingEvents,
    columns: trackingColumns,
    rawColumns: rawTrackingColumns,
  }),
  audit: exportOf({
    list: auditList,
    queryOf: auditQueryOf,
    rowsOf: listAuditLog,
    columns: auditColumns,
    rawColumns: rawAuditColumns,
  }),
};

type ReadExport = (db: Db, address: URLSearchParams, isRaw: boolean) => Promise<AskedExport | undefined>;

/** What can be asked of an export, where its rows come from, and what is shown of each. */
type ExportParts<Filter extends string, Sort extends string, Query, Row> = {
  /** The same as its page can be asked; some of it may have to be looked up. */
  list: ListSpecification<Filter, Sort> | ((db: Db) => Promise<ListSpecification<Filter, Sort>>);
  queryOf(asked: ListQuery<Filter, Sort>): Query;
  rowsOf(db: Db, query: Query): { count(): Promise<number>; each(): AsyncGenerator<Row> };
  columns: readonly CsvColumn<Row>[];
  rawColumns: readonly CsvColumn<Row>[];
};

function exportOf<Filter extends string, Sort extends string, Query, Row>(
  parts: ExportParts<Filter, Sort, Query, Row>,
): ReadExport {
  return async (database, address, isRaw) => {
    const list = typeof parts.list === "function" ? await parts.list(database) : parts.list;
    const known = parametersOf(list);
    const { query: asked, problems } = readListAddress(list, address);
    if (problems.length > 0 || [...address.keys()].some((name) => !known.includes(name))) return undefined;
    const query = parts.queryOf(asked);
    const columns = isRaw ? parts.rawColumns : parts.columns;
    return {
      isRaw,
      filters: told(list, asked),
      count: (db) => parts.rowsOf(db, query).count(),
      file: (db, progress) => csvFile(columns, parts.rowsOf(db, query).each(), { isRaw, progress }),
    };
  };
}

/** Days and choices as they are; of what was typed, that it was. */
function told(
  list: ListSpecification,
  { search, from, to, filters }: ListQuery,
): Record<string, string | boolean> {
  const narrowing = Object.entries(filters).flatMap(([name, value]) => {
    const filter = list.filters[name];
    if (value === undefined || filter === undefined) return [];
    return [[name, "choices" in filter || filter.form === "id" ? value : true] as const];
  });
  return {
    ...(search === undefined ? {} : { searched: true }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...Object.fromEntries(narrowing),
  };
}
