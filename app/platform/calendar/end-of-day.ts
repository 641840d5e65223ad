/**
 * The end of a day in a time zone, including days on which its clocks change.
 * @param day as 2026-11-21
 * @returns undefined where there is no such day
 * @example endOfDayIn("America/Chicago", "2026-11-21") // 2026-11-22T06:00:00Z
 */
export function endOfDayIn(timeZone: string, day: string): Date | undefined {
  const start = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00Z` : Number.NaN);
  // February 30 is read as March 2.
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return undefined;
  const nextDay = new Date(start.getTime() + dayMs);
  // As if its clocks were as far ahead as at midnight in Greenwich; they may have been changed in between.
  const about = new Date(nextDay.getTime() - differenceMs(timeZone, nextDay));
  return new Date(nextDay.getTime() - differenceMs(timeZone, about));
}

/**
 * A moment of the last day of what ends with a day: its end is a midnight, which belongs to the next one.
 * @example longDayIn("America/Chicago", lastMomentBefore(new Date("2027-01-01T06:00:00Z"))) // Thursday, December 31, 2026
 */
export function lastMomentBefore(end: Date): Date {
  return new Date(end.getTime() - 1);
}

const dayMs = 86_400_000;

/** How far the zone's clocks are ahead of UTC at a moment. */
function differenceMs(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(at);
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -ms : ms;
}
