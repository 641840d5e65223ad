import { dayIn } from "#app/platform/calendar/day-in.ts";

/**
 * Full years of practice on a given day in the firm's time zone: the number in "32+ years" and the number of rings in the hero.
 * @param since the first day of practice, as `YYYY-MM-DD`
 * @param timeZone IANA name of the zone whose calendar decides which day it is
 */
export function yearsOfPractice(since: string, at: Date, timeZone: string): number {
  const today = dayIn(timeZone, at);
  const hasAnniversaryPassed = today.slice(5) >= since.slice(5);
  return Math.max(0, Number(today.slice(0, 4)) - Number(since.slice(0, 4)) - (hasAnniversaryPassed ? 0 : 1));
}
