import { type RawBuilder, sql } from "kysely";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { directionOf, inRange, type KeyRange, type Order } from "./keyset.server.ts";

/** Days like 2026-11-21 in a time zone, both inclusive. */
export type DayRange = { from?: string | undefined; to?: string | undefined; timeZone: string };

/** Limits the rows to those whose `column` is within the days. */
export function inDays(column: RawBuilder<Date>, days: DayRange): RawBuilder<boolean>[] {
  const [start, end] = [startOfDays(days), endOfDays(days)];
  return [
    start === undefined ? [] : sql<boolean>`${column} >= ${start}`,
    end === undefined ? [] : sql<boolean>`${column} < ${end}`,
  ].flat();
}

/**
 * Limits the rows to some days and to a key range. With two bounds on one side, PostgreSQL may start its index scan at the wider one and
 * discard everything between them, so only the narrower bound is stated.
 */
export function inDaysAndRange(
  { column, ...days }: DayRange & { column: RawBuilder<Date> },
  { order, range }: { order: Order; range: KeyRange },
): RawBuilder<boolean>[] {
  const { beyond: key } = range;
  if (key === undefined) return inDays(column, days);
  const direction = directionOf(order.direction, range);
  const fromKey = inRange(order, range);
  if (order.by[0] !== column) return [...inDays(column, days), ...fromKey];
  const [at] = [key.value].flat();
  if (at instanceof Date && isOutside(at, days, direction)) return inDays(column, days);
  const { timeZone, from, to } = days;
  return [...inDays(column, direction === "asc" ? { timeZone, to } : { timeZone, from }), ...fromKey];
}

/** Whether the scan would reach the key before it reaches the days. */
function isOutside(at: Date, days: DayRange, direction: "asc" | "desc"): boolean {
  const bound = direction === "asc" ? startOfDays(days) : endOfDays(days);
  if (bound === undefined) return false;
  return direction === "asc" ? at < bound : at >= bound;
}

/** When the first day begins; undefined without one. */
export function startOfDays({ from, timeZone }: DayRange): Date | undefined {
  if (from === undefined) return undefined;
  const dayBefore = new Date(Date.parse(`${from}T00:00:00Z`) - 86_400_000);
  return endOfDayIn(timeZone, dayBefore.toISOString().slice(0, 10));
}

/** When the last day ends; undefined without one. */
export function endOfDays({ to, timeZone }: DayRange): Date | undefined {
  return to === undefined ? undefined : endOfDayIn(timeZone, to);
}
