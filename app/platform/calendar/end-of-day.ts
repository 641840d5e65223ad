/**
 * The end of a day in a time zone, including days on which its clocks change.
 * @param day as 2026-11-21
 * @returns undefined if the day does not exist
 * @example endOfDayIn("America/Chicago", "2026-11-21") // 2026-11-22T06:00:00Z
 */
export function endOfDayIn(timeZone: string, day: string): Date | undefined {
  const start = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00Z` : Number.NaN);
  // `Date` reads February 30 as March 2. Year 0 is valid here, because the year 1 begins at its end.
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return undefined;
  const nextDay = new Date(start.getTime() + dayMs);
  // Uses the offset at midnight UTC first, because the clocks can change between that and midnight in the zone.
  const about = new Date(nextDay.getTime() - differenceMs(timeZone, nextDay));
  return new Date(nextDay.getTime() - differenceMs(timeZone, about));
}

/**
 * Returns a time on the last day of a period. The period ends at midnight, which is part of the next day.
 * @example longDayIn("America/Chicago", lastMomentBefore(new Date("2027-01-01T06:00:00Z"))) // Thursday, December 31, 2026
 */
export function lastMomentBefore(end: Date): Date {
  return new Date(end.getTime() - 1);
}

const dayMs = 86_400_000;

/** Kept, because creating a formatter takes longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The time zone's offset from UTC at a given time. */
function differenceMs(timeZone: string, at: Date): number {
  const formatter =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formatters.set(timeZone, formatter);
  const name = formatter.formatToParts(at).find((part) => part.type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -ms : ms;
}
