import { listBenefits, listHosts, type ShownHost } from "#app/events/schedule/event-copy.ts";
import type { EventPhase, EventStatus } from "#app/events/schedule/live-event.ts";

/** The phase of the event, where `liveFull` is a current event without a free seat. */
export type SignupState = EventPhase | "liveFull";

/** The event as displayed on the page. The link to join is omitted, because only people with a seat get it, by email. */
export type EventView = {
  title: string;
  /** As ISO 8601. */
  startsAt: string;
  endsAt: string;
  timeZone: string;
  durationMinutes: number;
  capacity: number;
  seatsLeft: number;
  hosts: readonly ShownHost[];
  benefits: readonly { title: string; text: string }[];
  /** Null for the standard text. */
  summary: string | null;
};

export type SignupView =
  | { state: Exclude<SignupState, "none">; event: EventView }
  | { state: "none"; event: undefined };

/** The event status, as the page displays it. */
export function createSignupView(eventStatus: EventStatus): SignupView {
  if (eventStatus.phase === "none") return { state: "none", event: undefined };
  const { phase, event, seatsLeft } = eventStatus;
  const { title, startsAt, durationMinutes, timeZone, capacity, summary } = event;
  return {
    state: phase === "live" && seatsLeft === 0 ? "liveFull" : phase,
    event: {
      title,
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000).toISOString(),
      timeZone,
      durationMinutes,
      capacity,
      seatsLeft,
      hosts: listHosts(event),
      benefits: listBenefits(event),
      summary,
    },
  };
}
