import { lastMomentBefore } from "#app/platform/end-of-day.ts";
import { longDayIn, timeIn } from "#app/platform/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** What all letters about accounts have in common: nobody can do without them. */
export const aboutAnAccount = { topic: "essential", audience: "staff" } as const;

/** “Sunday, November 22, 2026, 3:04 AM CST” */
export function momentOf(moment: Date): string {
  return `${longDayIn(practice.timeZone, moment)}, ${timeIn(practice.timeZone, moment)}`;
}

/** The last day of a role. @param end the moment at which it is over */
export function lastDayOf(end: Date): string {
  return longDayIn(practice.timeZone, lastMomentBefore(end));
}

/** A role within a sentence. */
export function roleWords(role: string | null): string {
  if (role === "owner") return "an owner";
  return role === "examiner" ? "an examiner (read only)" : "a member of staff";
}
