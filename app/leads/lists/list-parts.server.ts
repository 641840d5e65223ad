import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import {
  directionOf,
  liesBeyond,
  type SortKey,
  type SortValue,
  type Stretch,
} from "#app/data/keyset.server.ts";
import { endOfDayIn } from "#app/platform/end-of-day.ts";
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

/** Rows of some days: `column` holds their time. Days are those of the practice's calendar. */
export function withinDays(column: RawBuilder<Date>, { from, to }: Days): RawBuilder<boolean>[] {
  const [start, end] = [startOf(from), endOf(to)];
  return [
    start === undefined ? [] : sql<boolean>`${column} >= ${start}`,
    end === undefined ? [] : sql<boolean>`${column} < ${end}`,
  ].flat();
}

/**
 * Rows of some days, from the key at which a stretch of a list begins. Of two bounds on one side, an index may be entered at the wider
 * one, and all that lies between them read in vain: only the narrower is told.
 */
export function withinStretch(
  column: RawBuilder<Date>,
  days: Days,
  { order, stretch }: { order: Order; stretch: Stretch },
): RawBuilder<boolean>[] {
  const { beyond: key } = stretch;
  if (key === undefined) return withinDays(column, days);
  const direction = directionOf(order.direction, stretch);
  const fromKey = liesBeyond(order.by, id, { key, direction });
  if (order.by[0] !== column) return [...withinDays(column, days), fromKey];
  const [at] = [key.value].flat();
  const isOutside = at instanceof Date && liesOutside(at, days, direction);
  if (isOutside) return withinDays(column, days);
  return [...withinDays(column, direction === "asc" ? { to: days.to } : { from: days.from }), fromKey];
}

/** Whether a key, of a row that does not fit the days, lies on their near side. */
function liesOutside(at: Date, { from, to }: Days, direction: "asc" | "desc"): boolean {
  const bound = direction === "asc" ? startOf(from) : endOf(to);
  if (bound === undefined) return false;
  return direction === "asc" ? at < bound : at >= bound;
}

function startOf(day: string | undefined): Date | undefined {
  if (day === undefined) return undefined;
  const dayBefore = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000);
  return endOf(dayBefore.toISOString().slice(0, 10));
}

function endOf(day: string | undefined): Date | undefined {
  return day === undefined ? undefined : endOfDayIn(practice.timeZone, day);
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
