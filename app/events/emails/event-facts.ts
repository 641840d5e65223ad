import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import type { EmailBlock } from "#app/email/rendering/email-content.ts";
import { longDayIn, shortDayIn, timeIn } from "#app/platform/zoned-time.ts";
import { liveEvent } from "#content/live-event.ts";

/** “Before the letter of intent” */
export function quotedTitle({ title }: LiveEvent): string {
  return `“${title}”`;
}

/** “Dec 17, 2026”, in the event's zone. */
export function shortDateOf({ timeZone, startsAt }: LiveEvent): string {
  return shortDayIn(timeZone, startsAt);
}

/** “Thursday, December 17, 2026, 12:00 PM CST” */
export function momentOf({ timeZone, startsAt }: LiveEvent): string {
  return `${longDayIn(timeZone, startsAt)}, ${timeIn(timeZone, startsAt)}`;
}

/** What one has to know to be there, as it stands in every letter about an event to come. */
export function eventFacts(event: LiveEvent, more: readonly (readonly [string, string])[] = []): EmailBlock {
  const { timeZone, startsAt, durationMinutes } = event;
  const hosts = hostNames(event);
  return {
    facts: [
      ["Date", longDayIn(timeZone, startsAt)],
      ["Time", `${timeIn(timeZone, startsAt)}, ${durationMinutes} minutes`],
      ...(hosts === "" ? [] : [["With", hosts] as const]),
      ...more,
    ],
  };
}

/** A host who is no longer in the content is left out: the event may be older than the file. */
function hostNames({ hosts }: LiveEvent): string {
  return hosts.flatMap((key) => liveEvent.hosts.find((host) => host.key === key)?.name ?? []).join("; ");
}
