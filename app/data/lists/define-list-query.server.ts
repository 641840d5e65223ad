import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { forceReplan } from "#app/data/connection/prepared-statements.server.ts";
import type { List, ListShape } from "#app/platform/page-of-rows.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { type DayRange, inDays, inDaysAndRange } from "./days.server.ts";
import {
  inRange,
  type KeyRange,
  type Order,
  orderTerms,
  readPage,
  type SortKey,
  type SortValue,
} from "./keyset.server.ts";
import { containsWords } from "./search.server.ts";

/** `text` is an indexed expression that begins with a space. `condition` is that of a partial index. */
type Search = { text: RawBuilder<string>; condition?: RawBuilder<boolean> };
type Days = { column: RawBuilder<Date>; timeZone: string };

/** The condition of each filter. Some depend on another filter or on the sort order. */
export type FilterSql<Filters> = {
  readonly [Name in keyof Filters]: (
    value: Filters[Name],
    query: FilterValues<Filters> & { sort?: string },
  ) => RawBuilder<boolean>;
};

type FilterValues<Filters> = { readonly [Name in keyof Filters]?: Filters[Name] | undefined };

/** The SQL of a list. `Filters` maps the name of each filter to the type of its value. */
type ListParts<Table extends keyof Database, Row, Filters, Sort extends string, Query> = {
  table: Table;
  /** The selected columns, for the raw variant of an export. */
  columns?: readonly (keyof Row & string)[];
  select: (db: Kysely<Database>, query: Query) => SelectQueryBuilder<Database, Table, Row>;
  sorts: Readonly<Record<Sort, Order>>;
  filters: FilterSql<Filters>;
  /** Values of filters that a query does not name. */
  defaults?: FilterValues<Filters>;
  /** Conditions that every row of the list meets, apart from those of a query. */
  scope?: readonly RawBuilder<boolean>[];
  /**
   * Conditions of which each row meets exactly one. An index may be sorted only within each of them: the list then merges one index scan
   * per branch, because a single query would have to sort all rows.
   */
  branches?: (query: Query) => readonly RawBuilder<boolean>[];
  /** Converts the id in a page URL. Returns undefined if no row can have it. */
  parseId?: (text: string) => string | number | undefined;
};

/** The query parameters of a list. The types of `search` and `days` are undefined for a list without them. */
type QueryOf<Filters, Sort extends string, SearchSql, DaysSql> = {
  [Name in keyof Filters]?: Filters[Name] | undefined;
} & (SearchSql extends undefined ? unknown : { search?: string | undefined }) &
  (DaysSql extends undefined ? unknown : { from?: string | undefined; to?: string | undefined }) & {
    sort: Sort;
  };

/** A list in SQL: call it with a query to read a page, all rows, or their number. */
export type ListQuery<Row, Query> = ((db: Kysely<Database>, query: Query) => List<Row>) & {
  columns: readonly (keyof Row & string)[];
  shape: ListShape;
};

export type RowOf<Definition> = Definition extends ListQuery<infer Row, never> ? Row : never;
export type QueryOfList<Definition> = Definition extends ListQuery<infer _, infer Query> ? Query : never;

/** Defines the SQL of a list once: its columns, sort orders, filters, search and days. */
export function defineListQuery<
  Table extends keyof Database,
  Row extends { id: string | number },
  Filters,
  Sort extends string,
  SearchSql extends Search | undefined = undefined,
  DaysSql extends Days | undefined = undefined,
>(
  parts: ListParts<Table, Row, Filters, Sort, QueryOf<Filters, Sort, SearchSql, DaysSql>> & {
    search?: SearchSql;
    days?: DaysSql;
  },
): ListQuery<Row, QueryOf<Filters, Sort, SearchSql, DaysSql>> {
  const list = (db: Kysely<Database>, query: QueryOf<Filters, Sort, SearchSql, DaysSql>): List<Row> => {
    // The conditional types above resolve to these properties for each list.
    const { search, from, to } = query as { search?: string; from?: string; to?: string };
    const { days } = parts;
    return createList(db, {
      table: parts.table,
      rows: parts.select(db, query),
      order: parts.sorts[query.sort],
      scope: parts.scope ?? [],
      conditions: [
        ...(parts.scope ?? []),
        ...(search === undefined ? [] : searchConditions(parts.search, search)),
        ...filterConditions(parts.filters, query, parts.defaults),
      ],
      days: days === undefined ? undefined : { ...days, from, to },
      branches: parts.branches?.(query) ?? [],
      parseId: parts.parseId ?? parseUuid,
    });
  };
  const shape: ListShape = {
    sorts: Object.keys(parts.sorts),
    filters: Object.keys(parts.filters),
    hasSearch: parts.search !== undefined,
    hasDays: parts.days !== undefined,
  };
  return Object.assign(list, { columns: parts.columns ?? [], shape });
}

function searchConditions(search: Search | undefined, words: string): RawBuilder<boolean>[] {
  if (search === undefined) return [];
  const { text, condition } = search;
  return [...(condition === undefined ? [] : [condition]), containsWords(text, words)];
}

/** The conditions of the filters that have a value or a default. */
export function filterConditions<Filters>(
  filters: FilterSql<Filters>,
  values: FilterValues<Filters> & { sort?: string },
  defaults: FilterValues<Filters> = {},
): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  const byName: FilterValues<Filters> = values;
  for (const name in filters) {
    const value: Filters[typeof name] | undefined = byName[name] ?? defaults[name];
    if (value !== undefined) conditions.push(filters[name](value, values));
  }
  return conditions;
}

function parseUuid(text: string): string | undefined {
  return isUuid(text) ? text : undefined;
}

/** A list with the conditions of one query. */
type Selection<Table extends keyof Database, Row> = {
  table: Table;
  rows: SelectQueryBuilder<Database, Table, Row>;
  order: Order;
  scope: readonly RawBuilder<boolean>[];
  conditions: readonly RawBuilder<boolean>[];
  days: (DayRange & { column: RawBuilder<Date> }) | undefined;
  branches: readonly RawBuilder<boolean>[];
  parseId: (text: string) => string | number | undefined;
};

function createList<Table extends keyof Database, Row extends { id: string | number }>(
  db: Kysely<Database>,
  selection: Selection<Table, Row>,
): List<Row> {
  const findKey = (row: string) => findKeyIn(db, selection, row);
  const select = (range: KeyRange) => selectRange(db, selection, range);
  return {
    page: (request) => readPage(request, { findKey, select }),
    each: () => eachRow({ findKey, select }),
    count: () => countRows(selection),
  };
}

/** The sort key of a row, or undefined if the list has no such row. */
async function findKeyIn<Table extends keyof Database, Row>(
  db: Kysely<Database>,
  { table, scope, order, parseId }: Selection<Table, Row>,
  row: string,
): Promise<SortKey | undefined> {
  const id = parseId(row);
  if (id === undefined) return undefined;
  const columns = order.by.map((column, index) => sql`${column} as ${sql.ref(`key${index}`)}`);
  const { rows } = await sql<Record<string, SortValue>>`
    select ${sql.join(columns)} from ${sql.table(table)} where ${sql.join([sql`id = ${id}`, ...scope], sql` and `)}`.execute(
    db,
  );
  const [found] = rows;
  return found === undefined ? undefined : { value: Object.values(found), id };
}

async function selectRange<Table extends keyof Database, Row>(
  db: Kysely<Database>,
  { rows, order, conditions, days, branches }: Selection<Table, Row>,
  range: KeyRange,
): Promise<Row[]> {
  const limits = days === undefined ? inRange(order, range) : inDaysAndRange(days, { order, range });
  const all = [...conditions, ...limits];
  const scan = (wanted: readonly RawBuilder<boolean>[]) =>
    rows
      .modifyFront(forceReplan)
      .where((eb) => eb.and(wanted))
      .orderBy(orderTerms(order, range))
      .limit(range.limit);
  if (branches.length === 0) return scan(all).execute();
  const scans = branches.map((branch) => sql`(${scan([branch, ...all])})`);
  const merged = await sql<Row>`
    ${sql.join(scans, sql` union all `)} order by ${orderTerms(order, range)} limit ${range.limit}`.execute(
    db,
  );
  return merged.rows;
}

async function countRows<Table extends keyof Database, Row>({
  rows,
  conditions,
  days,
}: Selection<Table, Row>): Promise<number> {
  const limits = days === undefined ? [] : inDays(days.column, days);
  const { count } = await rows
    .clearSelect()
    .modifyFront(forceReplan)
    .select(sql<number>`count(*)`.as("count"))
    .where((eb) => eb.and([...conditions, ...limits]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Rows that an export reads per query. */
const batchSize = 1_000;

async function* eachRow<Row extends { id: string | number }>({
  findKey,
  select,
}: {
  findKey: (row: string) => Promise<SortKey | undefined>;
  select: (range: KeyRange) => Promise<Row[]>;
}): AsyncGenerator<Row> {
  let beyond: SortKey | undefined;
  for (;;) {
    const batch = await select({ isReversed: false, beyond, limit: batchSize });
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return;
    beyond = await findKey(String(last.id));
  }
}
