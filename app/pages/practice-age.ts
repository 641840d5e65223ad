/**
 * Full years of practice on a given day in the firm's time zone: the number in "32+ years" and the number of rings in the hero.
 * @param since the first day of practice, as `YYYY-MM-DD`
 * @param timeZone IANA name of the zone whose calendar decides which day it is
 */
export function yearsOfPractice(since: string, at: Date, timeZone: string): number {
  const [year = 0, month = 1, day = 1] = since.split("-").map(Number);
  const today = calendarDay(at, timeZone);
  const anniversaryPassed = today.month > month || (today.month === month && today.day >= day);
  return Math.max(0, today.year - year - (anniversaryPassed ? 0 : 1));
}

/** The calendar date in a time zone. */
function calendarDay(at: Date, timeZone: string): { year: number; month: number; day: number } {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  const parts = format.formatToParts(at);
  const valueOf = (type: "year" | "month" | "day"): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return { year: valueOf("year"), month: valueOf("month"), day: valueOf("day") };
}
