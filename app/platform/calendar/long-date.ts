const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Formats a calendar date. @example longDate("2026-03-31") // "March 31, 2026" */
export function longDate(date: string): string {
  return format.format(new Date(date));
}
