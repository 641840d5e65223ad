import { lastMomentBefore } from "#app/platform/calendar/end-of-day.ts";
import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** Sunday, November 22, 2026, 3:04 AM CST */
export function formatTime(time: Date): string {
  return `${longDayIn(practice.timeZone, time)}, ${timeIn(practice.timeZone, time)}`;
}

/** “ until Thursday, December 31, 2026”, or nothing for a role without an end. @param endsAt the moment after the last day */
export function formatRoleEnd(endsAt: Date | null): string {
  return endsAt === null ? "" : ` until ${longDayIn(practice.timeZone, lastMomentBefore(endsAt))}`;
}

/** A role within a sentence. */
export function describeRole(role: string | null): string {
  if (role === "owner") return "an owner";
  return role === "examiner" ? "an examiner (read only)" : "a staff member";
}
