import { addDays } from "./day-in.ts";

/** @param day as 2026-11-20 @param closedDays holidays in the same format */
export function isBusinessDay(day: string, closedDays: readonly string[]): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !closedDays.includes(day);
}

/** The first business day after a day. */
export function nextBusinessDay(day: string, closedDays: readonly string[]): string {
  return findBusinessDay(day, 1, closedDays);
}

/** The last business day before a day. */
export function previousBusinessDay(day: string, closedDays: readonly string[]): string {
  return findBusinessDay(day, -1, closedDays);
}

function findBusinessDay(from: string, step: 1 | -1, closedDays: readonly string[]): string {
  let day = addDays(from, step);
  while (!isBusinessDay(day, closedDays)) day = addDays(day, step);
  return day;
}
