import { type RawBuilder, sql } from "kysely";

/** Days like 2026-11-21, both whole, on the clocks of a zone. What is not named is not asked. */
export type DaysOf = { from?: string | undefined; to?: string | undefined; timeZone: string };

/** Whether a moment lies within some days: the database knows when they begin and end. */
export function withinDays(column: RawBuilder<unknown>, { from, to, timeZone }: DaysOf): RawBuilder<boolean> {
  const bounds = [
    from === undefined ? [] : sql`${column} >= ${from}::date::timestamp at time zone ${timeZone}`,
    to === undefined ? [] : sql`${column} < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
  ].flat();
  return bounds.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(bounds, sql` and `)})`;
}
