import { type RawBuilder, sql } from "kysely";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";

/** The position of a row in a list: the values that the list is sorted by, then the id, because values can be equal. */
export type SortKey = { value: SortValue | readonly SortValue[]; id: string | number };

export type SortValue = Date | string | number;

/** The rows to select: those beyond a key, nearest first. */
export type KeyRange = {
  /** The query sorts against the order of the list, to read the page before a row. */
  isReversed: boolean;
  beyond: SortKey | undefined;
  limit: number;
};

/** A sort order: these columns and then the id, all in one direction. Each order has an index. */
export type Order = { by: readonly RawBuilder<unknown>[]; direction: "asc" | "desc" };

/**
 * Reads one page of a list by keyset pagination. A page costs the same at any depth, and rows that are added or deleted meanwhile neither
 * repeat nor hide others.
 */
export async function readPage<Row>(
  page: PageRequest,
  list: {
    /** The key of the row with an id, or undefined if there is no such row. */
    findKey(row: string): Promise<SortKey | undefined>;
    select(range: KeyRange): Promise<Row[]>;
  },
): Promise<PageOfRows<Row>> {
  const { size, beyond } = page;
  const key = beyond === undefined ? undefined : await list.findKey(beyond.row);
  const isLost = beyond !== undefined && key === undefined;
  const isReversed = key !== undefined && beyond?.direction === "before";
  // One extra row shows whether there is another page.
  const found = await list.select({ isReversed, beyond: key, limit: size + 1 });
  // All rows beyond the key were deleted.
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

/** The direction in which a range is selected. */
export function directionOf(order: "asc" | "desc", { isReversed }: Pick<KeyRange, "isReversed">) {
  if (!isReversed) return order;
  return order === "asc" ? "desc" : "asc";
}

/** The terms of `order by` for a range. */
export function orderTerms({ by, direction }: Order, range: KeyRange): RawBuilder<unknown> {
  const towards = sql.raw(directionOf(direction, range));
  return sql.join([...by, sql.ref("id")].map((column) => sql`${column} ${towards}`));
}

/** Limits the rows to those beyond the key of a range, if it has one. */
export function inRange({ by, direction }: Order, range: KeyRange): RawBuilder<boolean>[] {
  const { beyond: key } = range;
  if (key === undefined) return [];
  return [isBeyond(by, sql.ref("id"), { key, direction: directionOf(direction, range) })];
}

/** Whether a row is beyond a key. The query must be ordered by `column` (one or several) and `id`, all in `direction`. */
export function isBeyond(
  column: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  id: RawBuilder<unknown>,
  { key, direction }: { key: SortKey; direction: "asc" | "desc" },
): RawBuilder<boolean> {
  const operator = direction === "asc" ? sql.raw(">") : sql.raw("<");
  const columns = [column, id].flat();
  const values = [key.value, key.id].flat();
  return sql<boolean>`(${sql.join(columns)}) ${operator} (${sql.join(values)})`;
}
