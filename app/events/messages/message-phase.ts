import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";

/** When a message is sent, relative to its event. */
export type MessagePhase = "upcoming" | "live" | "over" | "cancelled";

export function getMessagePhase(
  event: Pick<LiveEvent, "state" | "startsAt" | "durationMinutes">,
  now: Date,
): MessagePhase {
  if (event.state === "cancelled") return "cancelled";
  if (endOf(event) <= now) return "over";
  return event.startsAt <= now ? "live" : "upcoming";
}
