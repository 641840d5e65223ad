import type { recordAudit } from "#app/audit/audit.server.ts";
import type { List, ListShape } from "#app/platform/page-of-rows.ts";
import { csvColumns, rawColumns } from "#app/staff/data-table/csv-columns.ts";
import {
  type AnyList,
  hasRecordableValues,
  type ListDefinition,
} from "#app/staff/data-table/list-definition.ts";
import type { ListExport } from "#app/staff/export-button/export-definition.ts";
import {
  listParameters,
  type ListUrl,
  type LoadedChoices,
  readListUrl,
  type UrlQuery,
} from "#app/staff/data-table/list-url.ts";
import { csvFile, type Progress } from "./csv-file.server.ts";

type Db = Parameters<typeof recordAudit>[0];

/** Something with an export. */
export type Exported = {
  list: AnyList & { export: ListExport };
  /** @returns undefined if a part of the URL is invalid: ignoring a filter would export more than was requested */
  read: (db: Db, params: URLSearchParams, isRaw: boolean, now: Date) => Promise<RequestedExport | undefined>;
};

/** A list with an export. */
export type ExportedList = Exported & {
  /** The query of the list, for the tests of query plans. */
  query: ((db: Db, query: UrlQuery) => List<{ id: string | number }>) & { shape: ListShape };
};

export type RequestedExport = {
  isRaw: boolean;
  /** Filters for the audit log, without any typed text. */
  filters: Readonly<Record<string, string | boolean>>;
  count: (db: Db) => Promise<number>;
  /** The file in chunks. @param progress is updated while the file is read */
  file: (db: Db, progress: Progress) => AsyncGenerator<string>;
};

/** @param loadChoices choices of filters that depend on the database */
export function defineExport<Row extends { id: string | number }, Query extends UrlQuery, View>(
  list: ListDefinition<Row, Query, View>,
  query: ((db: Db, query: Query) => List<Row>) & {
    columns: readonly (keyof Row & string)[];
    shape: ListShape;
  },
  loadChoices: (db: Db, params: URLSearchParams) => Promise<LoadedChoices> = () => Promise.resolve({}),
): ExportedList {
  const { export: exported } = list;
  if (exported === undefined) throw new Error(`The list ${list.name} has no export.`);
  return {
    list: { ...list, export: exported },
    // Callers build the query from the filters and sort orders of the definition.
    query: Object.assign((db: Db, asked: UrlQuery) => query(db, asked as Query), { shape: query.shape }),
    async read(database, params, isRaw) {
      const url = readExactUrl(list, params, await loadChoices(database, params));
      if (url === undefined) return undefined;
      const columns = isRaw ? rawColumns(query.columns) : csvColumns(list.columns);
      return {
        isRaw,
        filters: recordableFilters(list, url.query),
        count: (db) => query(db, url.query).count(),
        file: (db, progress) => csvFile(columns, query(db, url.query).each(), { isRaw, progress }),
      };
    },
  };
}

/**
 * Defines the export of a report. Unlike a list, it has few rows, which are computed together.
 * @param load computes the rows of a query. @param now the current time
 */
export function defineReport<Row extends { id: string | number }, Query extends UrlQuery, View>(
  list: ListDefinition<Row, Query, View>,
  load: (db: Db, query: Query, now: Date) => Promise<Row[]>,
): Exported {
  const { export: exported } = list;
  if (exported === undefined) throw new Error(`The report ${list.name} has no export.`);
  return {
    list: { ...list, export: exported },
    read(_, params, isRaw, now) {
      const url = readExactUrl(list, params, {});
      if (url === undefined) return Promise.resolve(undefined);
      let rows: Promise<Row[]> | undefined;
      // The number in the header and the rows are those of one computation.
      const loadOnce = (db: Db): Promise<Row[]> => (rows ??= load(db, url.query, now));
      return Promise.resolve({
        isRaw,
        filters: recordableFilters(list, url.query),
        count: async (db) => (await loadOnce(db)).length,
        file: (db, progress) =>
          csvFile(
            csvColumns(list.columns),
            eachOf(() => loadOnce(db)),
            { isRaw, progress },
          ),
      });
    },
  };
}

async function* eachOf<Row>(load: () => Promise<Row[]>): AsyncGenerator<Row> {
  yield* await load();
}

/** The query of a URL; undefined if a part of it is unknown or invalid. */
function readExactUrl<Query extends UrlQuery>(
  list: AnyList & { queryType?: Query },
  params: URLSearchParams,
  choices: LoadedChoices,
): ListUrl<Query> | undefined {
  const known = listParameters(list);
  const url = readListUrl<Query>(list, params, choices);
  const isKnown = [...params.keys()].every((name) => known.includes(name));
  return isKnown && url.problems.length === 0 ? url : undefined;
}

/**
 * Days, fixed choices and ids as they are. For typed text and other loaded choices only the fact that they were used, because they may contain
 * personal data: the names of campaigns come from URLs.
 */
function recordableFilters(
  list: AnyList,
  { search, from, to, ...filters }: UrlQuery,
): Record<string, string | boolean> {
  const values = Object.entries(filters).flatMap(([name, value]) => {
    const filter = list.filters[name];
    // The sort order is not a filter.
    if (value === undefined || filter === undefined) return [];
    return [[name, hasRecordableValues(filter) ? value : true] as const];
  });
  return {
    ...(search === undefined ? {} : { searched: true }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...Object.fromEntries(values),
  };
}
