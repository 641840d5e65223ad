import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { addDays, dayIn } from "#app/platform/calendar/day-in.ts";
import { nextBusinessDay, previousBusinessDay } from "#app/platform/calendar/business-days.ts";
import { closedDays } from "#content/calendar/closed-days.ts";
import { practice } from "#content/practice.ts";

const { timeZone } = practice;

/** Today in the firm's time zone, as an ISO date. */
export function firmDay(now: Date): string {
  return dayIn(timeZone, now);
}

/** Midnight at the start of a day in the firm's time zone. @param day as 2026-11-20 */
export function startOfDay(day: string): Date {
  const start = endOfDayIn(timeZone, addDays(day, -1));
  if (start === undefined) throw new Error(`“${day}” is not a day.`);
  return start;
}

/**
 * When forms of a day have to be answered: at the end of the first business day after it. The firm's target is an answer within one business
 * day.
 */
export function answerDueOn(day: string): Date {
  return startOfDay(addDays(nextBusinessDay(day, closedDays), 1));
}

/** When to call again after leaving a message: two business days later. @param today ISO date in the firm's time zone */
export function nextCallDay(today: string): string {
  return nextBusinessDay(nextBusinessDay(today, closedDays), closedDays);
}

/** The answer to forms from before this moment is overdue. */
export function overdueBefore(now: Date): Date {
  return startOfDay(previousBusinessDay(firmDay(now), closedDays));
}
