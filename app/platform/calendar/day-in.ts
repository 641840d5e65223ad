const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The ISO date of a moment in a time zone.
 * @example dayIn("America/Chicago", new Date("2026-11-21T03:00:00Z")) // "2026-11-20"
 */
export function dayIn(timeZone: string, at: Date): string {
  // Swedish dates have the format of ISO 8601. Creating a formatter takes a hundred times as long as using it.
  const formatter =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  formatters.set(timeZone, formatter);
  return formatter.format(at);
}

/** @param day as 2026-11-20 @example addDays("2026-11-30", 1) // "2026-12-01" */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const daysSinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}

/** Whole days between two dates, regardless of daylight saving time. */
export function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(earlier)) / 86_400_000);
}
