import type { EventPhase, EventStatus } from "#app/events/schedule/live-event.ts";

/** What the page has to say: a phase, with a begun event told apart by whether it still has seats. */
export type SignupState = EventPhase | "liveFull";

/** The event as the page shows it. The link to join is not in it: whoever has a seat gets it by letter. */
export type EventView = {
  title: string;
  /** As ISO 8601. */
  startsAt: string;
  endsAt: string;
  timeZone: string;
  durationMinutes: number;
  capacity: number;
  seatsLeft: number;
  hosts: readonly string[];
  topics: readonly string[];
};

export type SignupView =
  | { state: Exclude<SignupState, "none">; event: EventView }
  | { state: "none"; event: undefined };

/** How things stand, for the page. */
export function signupView(eventStatus: EventStatus): SignupView {
  if (eventStatus.phase === "none") return { state: "none", event: undefined };
  const { phase, event, seatsLeft } = eventStatus;
  const { title, startsAt, durationMinutes, timeZone, capacity, hosts, topics } = event;
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
      hosts,
      topics,
    },
  };
}
