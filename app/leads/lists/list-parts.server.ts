import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import {
  directionOf,
  liesBeyond,
  type SortKey,
  type SortValue,
  type Stretch,
} from "#app/data/keyset.server.ts";
import { isUuid } from "#app/platform/uuid.ts";
import { practice } from "#content/practice.ts";
import type { Days } from "./list-queries.ts";

/** How a list is ordered: by these columns and at last by the id, all in one direction. Each order has its index. */
export type Order = { by: readonly RawBuilder<unknown>[]; direction: "asc" | "desc" };

const id = sql.ref("id");

/** The terms of `order by` for a stretch of a list. */
export function inOrder({ by, direction }: Order, stretch: Stretch): RawBuilder<unknown> {
  const towards = sql.raw(directionOf(direction, stretch));
  return sql.join([...by, id].map((column) => sql`${column} ${towards}`));
}

/** Where a stretch of a list begins. */
export function fromKeyOn({ by, direction }: Order, stretch: Stretch): RawBuilder<boolean>[] {
  const { beyond } = stretch;
  return beyond === undefined
    ? []
    : [liesBeyond(by, id, { key: beyond, direction: directionOf(direction, stretch) })];
}

/** Days of the practice's calendar: the database knows when they begin and end. */
export function withinDays(column: RawBuilder<Date>, { from, to }: Days): RawBuilder<boolean>[] {
  const { timeZone } = practice;
  return [
    from === undefined ? [] : sql<boolean>`${column} >= ${from}::date::timestamp at time zone ${timeZone}`,
    to === undefined ? [] : sql<boolean>`${column} < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
  ].flat();
}

/** A list as it was asked for: a page of it and all of it are read in the same way. */
export type List<Row> = {
  /** Where the row with an id stands. */
  findKey(row: string): Promise<SortKey | undefined>;
  select(stretch: Stretch): Promise<Row[]>;
};

/** Where a row stands in an order; undefined where it is gone, or was never there. */
export async function findKeyIn(
  db: Kysely<Database>,
  table: keyof Database,
  { by }: Order,
  row: string,
): Promise<SortKey | undefined> {
  if (!isUuid(row)) return undefined;
  const columns = by.map((column, index) => sql`${column} as ${sql.ref(`key${index}`)}`);
  const { rows } = await sql<Record<string, SortValue>>`
    select ${sql.join(columns)} from ${sql.table(table)} where id = ${row}`.execute(db);
  const [found] = rows;
  return found === undefined ? undefined : { value: Object.values(found), id: row };
}

/**
 * A stretch of a list from branches that are each in order, by as many walks along an index: without an index over all of them, one
 * query would have to sort them first.
 */
export async function mergeBranches<Row>(
  db: Kysely<Database>,
  branches: readonly Expression<Row>[],
  { order, stretch }: { order: Order; stretch: Stretch },
): Promise<Row[]> {
  const each = branches.map((branch) => sql`(${branch})`);
  const { rows } = await sql<Row>`
    ${sql.join(each, sql` union all `)} order by ${inOrder(order, stretch)} limit ${stretch.limit}`.execute(
    db,
  );
  return rows;
}

/** How many rows an export reads at a time. */
const batchSize = 1_000;

/**
 * All rows of a list in its order, a batch at a time, so that an export of any size needs little memory. Rows that arrive meanwhile do
 * not disturb it.
 */
export async function* eachRow<Row extends { id: string }>({
  findKey,
  select,
}: List<Row>): AsyncGenerator<Row> {
  let beyond: SortKey | undefined;
  for (;;) {
    const batch = await select({ isReversed: false, beyond, limit: batchSize });
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return;
    beyond = await findKey(last.id);
  }
}
