import { countAuditEvents, eachAuditEvent } from "#app/audit/read-audit-log.server.ts";
import { listEvents } from "#app/leads/events/find-events.server.ts";
import { countAssessments, eachAssessment } from "#app/leads/lists/list-assessments.server.ts";
import { countSignups, eachSignup } from "#app/leads/lists/list-signups.server.ts";
import { countTrackingEvents, eachTrackingEvent } from "#app/leads/lists/list-tracking-events.server.ts";
import { countVisitors, eachVisitor } from "#app/leads/lists/list-visitors.server.ts";
import type { CsvColumn } from "#app/platform/csv.ts";
import { auditColumns, rawAuditColumns } from "#app/staff/audit-log/audit-columns.ts";
import { auditList, auditQueryOf } from "#app/staff/audit-log/audit-list.ts";
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
} from "#app/staff/lists/list-address.ts";
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
import { type ExportFile, rawParameter } from "./export-lists.ts";

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
export const readExport: Record<
  ExportFile,
  (db: Db, address: URLSearchParams) => Promise<AskedExport | undefined>
> = {
  assessments: async (_db, address) =>
    exportOf(address, assessmentList, assessmentQueryOf, {
      count: countAssessments,
      each: eachAssessment,
      columns: assessmentColumns,
      rawColumns: rawAssessmentColumns,
    }),
  signups: async (db, address) =>
    exportOf(address, signupListOf(await listEvents(db)), signupQueryOf, {
      count: countSignups,
      each: eachSignup,
      columns: signupColumns,
      rawColumns: rawSignupColumns,
    }),
  visitors: async (_db, address) =>
    exportOf(address, visitorList, visitorQueryOf, {
      count: countVisitors,
      each: eachVisitor,
      columns: visitorColumns,
      rawColumns: rawVisitorColumns,
    }),
  tracking: async (_db, address) =>
    exportOf(address, trackingList, trackingQueryOf, {
      count: countTrackingEvents,
      each: eachTrackingEvent,
      columns: trackingColumns,
      rawColumns: rawTrackingColumns,
    }),
  audit: async (_db, address) =>
    exportOf(address, auditList, auditQueryOf, {
      count: countAuditEvents,
      each: eachAuditEvent,
      columns: auditColumns,
      rawColumns: rawAuditColumns,
    }),
};

/** Where the rows of an export come from, and what is shown of each. */
type Rows<Query, Row> = {
  count(db: Db, query: Query): Promise<number>;
  each(db: Db, query: Query): AsyncGenerator<Row>;
  columns: readonly CsvColumn<Row>[];
  rawColumns: readonly CsvColumn<Row>[];
};

function exportOf<Filter extends string, Sort extends string, Query, Row>(
  address: URLSearchParams,
  list: ListSpecification<Filter, Sort>,
  queryOf: (asked: ListQuery<Filter, Sort>) => Query,
  rows: Rows<Query, Row>,
): AskedExport | undefined {
  const known = [...parametersOf(list), rawParameter];
  const { query: asked, problems } = readListAddress(list, address);
  if (problems.length > 0 || [...address.keys()].some((name) => !known.includes(name))) return undefined;
  const query = queryOf(asked);
  const isRaw = address.has(rawParameter);
  return {
    isRaw,
    filters: told(list, asked),
    count: (db) => rows.count(db, query),
    file: (db, progress) =>
      csvFile(isRaw ? rows.rawColumns : rows.columns, rows.each(db, query), { isRaw, progress }),
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
