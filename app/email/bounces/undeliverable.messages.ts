import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** “Email undeliverable since Nov 21, 2026”, in the firm’s time zone. */
export function describeUndeliverable(since: Date): string {
  return `Email undeliverable since ${shortDayIn(practice.timeZone, since)}`;
}
