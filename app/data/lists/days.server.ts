import { type RawBuilder, sql } from "kysely";
import { endOfDayIn } from "#app/platform/end-of-day.ts";
import { beyondKeyOf, directionOf, type Order, type Stretch } from "./keyset.server.ts";

/** Days like 2026-11-21, both whole, on the clocks of a zone. What is not named is not asked. */
export type DaysOf = { from?: string | undefined; to?: string | undefined; timeZone: string };

/** Rows of some days: `column` holds their time. */
export function withinDays(column: RawBuilder<Date>, days: DaysOf): RawBuilder<boolean>[] {
  const [start, end] = [startOf(days), endOf(days)];
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
  { column, ...days }: DaysOf & { column: RawBuilder<Date> },
  { order, stretch }: { order: Order; stretch: Stretch },
): RawBuilder<boolean>[] {
  const { beyond: key } = stretch;
  if (key === undefined) return withinDays(column, days);
  const direction = directionOf(order.direction, stretch);
  const fromKey = beyondKeyOf(order, stretch);
  if (order.by[0] !== column) return [...withinDays(column, days), ...fromKey];
  const [at] = [key.value].flat();
  const isOutside = at instanceof Date && liesOutside(at, days, direction);
  if (isOutside) return withinDays(column, days);
  const { timeZone, from, to } = days;
  return [...withinDays(column, direction === "asc" ? { timeZone, to } : { timeZone, from }), ...fromKey];
}

/** Whether a key, of a row that does not fit the days, lies on their near side. */
function liesOutside(at: Date, days: DaysOf, direction: "asc" | "desc"): boolean {
  const bound = direction === "asc" ? startOf(days) : endOf(days);
  if (bound === undefined) return false;
  return direction === "asc" ? at < bound : at >= bound;
}

function startOf({ from, timeZone }: DaysOf): Date | undefined {
  if (from === undefined) return undefined;
  const dayBefore = new Date(Date.parse(`${from}T00:00:00Z`) - 86_400_000);
  return endOfDayIn(timeZone, dayBefore.toISOString().slice(0, 10));
}

function endOf({ to, timeZone }: DaysOf): Date | undefined {
  return to === undefined ? undefined : endOfDayIn(timeZone, to);
}
