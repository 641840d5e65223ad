import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";

/** When a message is sent, relative to its event. `just-cancelled`: until `findNoticeEnd` of a canceled event. */
export type MessagePhase = "upcoming" | "live" | "over" | "just-cancelled" | "cancelled";

type TimedEvent = Pick<LiveEvent, "state" | "startsAt" | "durationMinutes" | "canceledAt">;

/** Long enough to announce the new date of a canceled event. */
export const noticeDaysAfterCancellation = 14;

export function getMessagePhase(event: TimedEvent, now: Date): MessagePhase {
  if (event.state === "cancelled") return findNoticeEnd(event) > now ? "just-cancelled" : "cancelled";
  if (endOf(event) <= now) return "over";
  return event.startsAt <= now ? "live" : "upcoming";
}

/** When people with a seat can no longer get a notice. */
export function findNoticeEnd(event: TimedEvent): Date {
  if (event.state === "scheduled") return endOf(event);
  // The time is unknown for an event that an earlier release canceled.
  const canceledAt = event.canceledAt?.getTime() ?? 0;
  return new Date(canceledAt + noticeDaysAfterCancellation * 24 * 3_600_000);
}
