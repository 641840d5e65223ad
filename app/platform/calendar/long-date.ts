import { shortDayIn } from "./zoned-time.ts";

const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Formats a calendar date. @example longDate("2026-03-31") // "March 31, 2026" */
export function longDate(date: string): string {
  return format.format(new Date(date));
}

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Formats the month of a calendar date. @example monthOfYear("2026-11-22") // "November 2026" */
export function monthOfYear(date: string): string {
  return monthFormat.format(new Date(date));
}

/** Formats a calendar date. @example shortDate("2026-03-31") // "Mar 31, 2026" */
export function shortDate(date: string): string {
  return shortDayIn("UTC", new Date(date));
}
