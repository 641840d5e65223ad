import { type RawBuilder, sql } from "kysely";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";

/** Where a row stands in a list: the value that it is sorted by, or several, and its id, since values can be equal. */
export type SortKey = { value: SortValue | readonly SortValue[]; id: string | number };

export type SortValue = Date | string | number;

/** A part of a list for a query to select: rows beyond a key, nearest first. */
export type Stretch = {
  /** Against the order of the list: the query turns its directions round. */
  isReversed: boolean;
  beyond: SortKey | undefined;
  limit: number;
};

/** How a list is ordered: by these columns and at last by the id, all in one direction. Each order has its index. */
export type Order = { by: readonly RawBuilder<unknown>[]; direction: "asc" | "desc" };

/**
 * Reads one page of a list by keys: however far down it is, it costs the same, and rows that come or go meanwhile neither repeat nor
 * hide others.
 */
export async function readPage<Row>(
  page: PageRequest,
  list: {
    /** Where the row with an id stands; undefined where it is gone, or the id is none. */
    findKey(row: string): Promise<SortKey | undefined>;
    select(stretch: Stretch): Promise<Row[]>;
  },
): Promise<PageOfRows<Row>> {
  const { size, beyond } = page;
  const key = beyond === undefined ? undefined : await list.findKey(beyond.row);
  const isLost = beyond !== undefined && key === undefined;
  const isReversed = key !== undefined && beyond?.direction === "before";
  // One more than is shown tells whether others follow.
  const found = await list.select({ isReversed, beyond: key, limit: size + 1 });
  // All that lay there has gone meanwhile.
  if (key !== undefined && found.length === 0) return { ...(await readPage({ size }, list)), isLost: true };
  const hasMore = found.length > size;
  const rows = found.slice(0, size);
  return {
    rows: isReversed ? rows.toReversed() : rows,
    hasPrevious: isReversed ? hasMore : key !== undefined,
    hasNext: isReversed || hasMore,
    isLost,
  };
}

/** The direction in which a stretch of a list is selected. */
export function directionOf(order: "asc" | "desc", { isReversed }: Pick<Stretch, "isReversed">) {
  if (!isReversed) return order;
  return order === "asc" ? "desc" : "asc";
}

/** The terms of `order by` for a stretch of a list. */
export function inOrder({ by, direction }: Order, stretch: Stretch): RawBuilder<unknown> {
  const towards = sql.raw(directionOf(direction, stretch));
  return sql.join([...by, sql.ref("id")].map((column) => sql`${column} ${towards}`));
}

/** What holds of the rows of a stretch, whatever else is asked: they lie beyond its key, where it has one. */
export function beyondKeyOf({ by, direction }: Order, stretch: Stretch): RawBuilder<boolean>[] {
  const { beyond: key } = stretch;
  if (key === undefined) return [];
  return [liesBeyond(by, sql.ref("id"), { key, direction: directionOf(direction, stretch) })];
}

/** Whether a row lies beyond a key; `column`, or each of them, and `id` are those that the query is ordered by, all in `direction`. */
export function liesBeyond(
  column: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  id: RawBuilder<unknown>,
  { key, direction }: { key: SortKey; direction: "asc" | "desc" },
): RawBuilder<boolean> {
  const operator = direction === "asc" ? sql.raw(">") : sql.raw("<");
  const columns = [column, id].flat();
  const values = [key.value, key.id].flat();
  return sql<boolean>`(${sql.join(columns)}) ${operator} (${sql.join(values)})`;
}
