import { mondayOf } from "#app/platform/calendar/day-in.ts";
import { isBusinessDay, previousBusinessDay } from "#app/platform/calendar/business-days.ts";
import { firmDay, overdueBefore, startOfDay } from "#app/people/queue/queue-days.ts";
import { closedDays } from "#content/calendar/closed-days.ts";
import type { ScheduledDigest } from "./digest.messages.ts";

const hoursBeforeSending = 7.5;

/** When the emails of a day are sent. Clocks change only on Sundays, which are no business days. @param day as 2026-11-20 */
export function sendingTime(day: string): Date {
  return new Date(startOfDay(day).getTime() + hoursBeforeSending * 3_600_000);
}

/** The emails that are sent on a day, from 7:30 AM in the firm's time zone until its end. */
export function digestsDue(now: Date): ScheduledDigest[] {
  const day = firmDay(now);
  if (!isBusinessDay(day, closedDays) || now < sendingTime(day)) return [];
  const isFirstOfWeek = previousBusinessDay(day, closedDays) < mondayOf(day);
  return isFirstOfWeek ? ["morning-list", "monday-digest"] : ["morning-list"];
}

const alertHours = 15;

/**
 * The people whose first answer is due at the end of the day, by the time of their first form.
 * @returns undefined outside business days and before 3 PM in the firm's time zone
 */
export function answersDueToday(now: Date): { from: Date; until: Date } | undefined {
  const today = startOfDay(firmDay(now));
  if (!isBusinessDay(firmDay(now), closedDays)) return undefined;
  if (now.getTime() < today.getTime() + alertHours * 3_600_000) return undefined;
  return { from: overdueBefore(now), until: today };
}
