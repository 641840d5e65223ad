import { listHosts } from "#app/events/schedule/event-copy.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import type { EmailBlock } from "#app/email/definition/email-content.ts";
import { longDayIn, shortDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";

/** “Before the letter of intent”, Dec 17, 2026 */
export function formatTitleAndDate(event: LiveEvent): string {
  return `${quoteTitle(event)}, ${shortDayIn(event.timeZone, event.startsAt)}`;
}

/** “Before the letter of intent” */
export function quoteTitle({ title }: LiveEvent): string {
  return `“${title}”`;
}

/** Thursday, December 17, 2026, 12:00 PM CST */
export function formatStart({ timeZone, startsAt }: LiveEvent): string {
  return `${longDayIn(timeZone, startsAt)}, ${timeIn(timeZone, startsAt)}`;
}

/** The details that a person needs to attend. */
export function createEventFacts(
  event: LiveEvent,
  more: readonly (readonly [string, string])[] = [],
): EmailBlock {
  const { timeZone, startsAt, durationMinutes } = event;
  const hosts = listHosts(event)
    .map(({ name }) => name)
    .join("; ");
  return {
    facts: [
      ["Date", longDayIn(timeZone, startsAt)],
      ["Time", `${timeIn(timeZone, startsAt)}, ${durationMinutes} minutes`],
      ...(hosts === "" ? [] : [["With", hosts] as const]),
      ...more,
    ],
  };
}

/** Staff type plain text. Mail programs would otherwise join its lines. */
export function toParagraphs(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
