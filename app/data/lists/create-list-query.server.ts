import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { plannedAnew } from "#app/data/connection/prepared-statements.server.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import { isUuid } from "#app/platform/uuid.ts";
import { type DaysOf, withinDays, withinStretch } from "./days.server.ts";
import {
  beyondKeyOf,
  inOrder,
  type Order,
  readPage,
  type SortKey,
  type SortValue,
  type Stretch,
} from "./keyset.server.ts";

/** A list as it was asked for: a page of it, all of it, and how much that is, are read in the same way. */
export type List<Row> = {
  page: (request: PageRequest) => Promise<PageOfRows<Row>>;
  /**
   * All rows in its order, a batch at a time, so that an export of any size needs little memory. Rows that arrive meanwhile do not
   * disturb it.
   */
  each: () => AsyncGenerator<Row>;
  count: () => Promise<number>;
};

/** What a list of the rows of a table is made of. */
type ListParts<Table extends keyof Database, Row> = {
  table: Table;
  /** What is read of each row. */
  rows: SelectQueryBuilder<Database, Table, Row>;
  order: Order;
  /** What holds of each row. */
  conditions: readonly RawBuilder<boolean>[];
  days?: DaysOf & { column: RawBuilder<Date> };
  /**
   * Conditions of which exactly one holds of each row, where an index is in order only within each of them: as many walks along it are
   * merged, for one query over all would have to sort first.
   */
  branches?: readonly RawBuilder<boolean>[] | undefined;
  /** The id that a word of an address names; undefined where it can be none. */
  idOf?: (word: string) => string | number | undefined;
};

/** A list of the rows of a table. */
export function listOf<Table extends keyof Database, Row extends { id: string | number }>(
  db: Kysely<Database>,
  parts: ListParts<Table, Row>,
): List<Row> {
  const findKey = (row: string) => findKeyIn(db, parts, row);
  const select = (stretch: Stretch) => selectStretch(db, parts, stretch);
  return {
    page: (request) => readPage(request, { findKey, select }),
    each: () => eachRow({ findKey, select }),
    count: () => countRows(parts),
  };
}

/** Where a row stands in an order; undefined where it is gone, or was never there. */
async function findKeyIn<Table extends keyof Database, Row>(
  db: Kysely<Database>,
  { table, order, idOf = uuidIn }: ListParts<Table, Row>,
  row: string,
): Promise<SortKey | undefined> {
  const id = idOf(row);
  if (id === undefined) return undefined;
  const columns = order.by.map((column, index) => sql`${column} as ${sql.ref(`key${index}`)}`);
  const { rows } = await sql<Record<string, SortValue>>`
    select ${sql.join(columns)} from ${sql.table(table)} where id = ${id}`.execute(db);
  const [found] = rows;
  return found === undefined ? undefined : { value: Object.values(found), id };
}

function uuidIn(word: string): string | undefined {
  return isUuid(word) ? word : undefined;
}

async function selectStretch<Table extends keyof Database, Row>(
  db: Kysely<Database>,
  { rows, order, conditions, days, branches = [] }: ListParts<Table, Row>,
  stretch: Stretch,
): Promise<Row[]> {
  const within = days === undefined ? beyondKeyOf(order, stretch) : withinStretch(days, { order, stretch });
  const inStretch = (all: readonly RawBuilder<boolean>[]) =>
    rows
      .modifyFront(plannedAnew)
      .where((eb) => eb.and(all))
      .orderBy(inOrder(order, stretch))
      .limit(stretch.limit);
  const asked = [...conditions, ...within];
  if (branches.length === 0) return inStretch(asked).execute();
  const walks = branches.map((branch) => sql`(${inStretch([branch, ...asked])})`);
  const merged = await sql<Row>`
    ${sql.join(walks, sql` union all `)} order by ${inOrder(order, stretch)} limit ${stretch.limit}`.execute(
    db,
  );
  return merged.rows;
}

async function countRows<Table extends keyof Database, Row>({
  rows,
  conditions,
  days,
}: ListParts<Table, Row>): Promise<number> {
  const within = days === undefined ? [] : withinDays(days.column, days);
  const { count } = await rows
    .clearSelect()
    .modifyFront(plannedAnew)
    .select(sql<number>`count(*)`.as("count"))
    .where((eb) => eb.and([...conditions, ...within]))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many rows an export reads at a time. */
const batchSize = 1_000;

async function* eachRow<Row extends { id: string | number }>({
  findKey,
  select,
}: {
  findKey: (row: string) => Promise<SortKey | undefined>;
  select: (stretch: Stretch) => Promise<Row[]>;
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
