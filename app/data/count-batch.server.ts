import { type RawBuilder, sql } from "kysely";

/**
 * The statement that counts for many at once how much they did in a stretch of time, to stand in a `with` of the caller's. Its rows
 * have the columns key and count.
 * @param amounts how much is added, by keyed digest
 */
export function countingBatch(windowStart: Date, amounts: ReadonlyMap<string, number>): RawBuilder<unknown> {
  return sql`
    insert into rate_limits as known (key, window_start, count)
    select key, ${windowStart}::timestamptz, amount
    from unnest(${[...amounts.keys()]}::text[], ${[...amounts.values()]}::int[]) as added (key, amount)
    -- In one order, or two statements would wait for each other in a circle.
    order by key
    on conflict (key, window_start) do update set count = known.count + excluded.count
    returning key, count`;
}
