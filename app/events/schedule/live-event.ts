import type { EventHost } from "#app/data/schema/events.ts";

export type { EventHost } from "#app/data/schema/events.ts";

/** A live event, for pages, emails and commands. `event-copy.ts` resolves its hosts, topics and summary. */
export type LiveEvent = {
  id: string;
  title: string;
  startsAt: Date;
  /** IANA name. */
  timeZone: string;
  durationMinutes: number;
  capacity: number;
  /** Keys of hosts in `content/live-event.ts`. */
  hosts: readonly string[];
  ownHosts: readonly EventHost[];
  topics: readonly string[];
  topicDescriptions: readonly string[];
  summary: string | null;
  joinUrl: string;
  state: "scheduled" | "cancelled";
  sequence: number;
  seatsTaken: number;
  /** One expiry time per seat held for an unconfirmed mailbox. A past entry holds nothing. */
  seatsHeldUntil: readonly Date[];
};

/**
 * The phase of the current event. `upcoming`: seats are left; `full`: there is a waiting list; `live`: it has begun; `past`: the last event
 * is over and no other is scheduled; `none`: there has never been an event.
 */
export type EventPhase = "upcoming" | "full" | "live" | "past" | "none";

/** The current event and its phase. */
export type EventStatus =
  | { phase: "upcoming" | "full" | "live" | "past"; event: LiveEvent; seatsLeft: number }
  | { phase: "none" };

/** Specification section 9. */
export const defaultEventLengths = { durationMinutes: 45, capacity: 100 } as const;

/** The number of cards about the topics on the sign-up page (specification section 2). */
export const benefitCards = 3;

/** A topic with its description, which is empty if it has none. */
export type EventTopic = { title: string; description: string };

/** The topics of an event with their descriptions. */
export function listTopics({
  topics,
  topicDescriptions,
}: Pick<LiveEvent, "topics" | "topicDescriptions">): EventTopic[] {
  return topics.map((title, at) => ({ title, description: topicDescriptions[at] ?? "" }));
}

/** The end of an event. */
export function endOf({ startsAt, durationMinutes }: Pick<LiveEvent, "startsAt" | "durationMinutes">): Date {
  return new Date(startsAt.getTime() + durationMinutes * 60_000);
}

/**
 * The current event: the next one that is not over, or else the last one. An event that has begun without a free seat is skipped if another
 * one follows, because it can no longer be joined.
 * @param events in any order
 */
export function getEventStatus(now: Date, events: readonly LiveEvent[]): EventStatus {
  const inOrder = events
    .filter(({ state }) => state === "scheduled")
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  const [first, second] = inOrder.filter((event) => endOf(event) > now);
  const next =
    first !== undefined && first.startsAt <= now && seatsLeftOf(first, now) === 0 ? (second ?? first) : first;
  const event = next ?? inOrder.at(-1);
  if (event === undefined) return { phase: "none" };
  const seatsLeft = seatsLeftOf(event, now);
  return { phase: next === undefined ? "past" : phaseOf(now, event, seatsLeft), event, seatsLeft };
}

/** The number of seats that are neither taken nor held at a given time. */
export function seatsLeftOf(
  { capacity, seatsTaken, seatsHeldUntil }: Pick<LiveEvent, "capacity" | "seatsTaken" | "seatsHeldUntil">,
  now: Date,
): number {
  const held = seatsHeldUntil.filter((until) => until > now).length;
  return Math.max(0, capacity - seatsTaken - held);
}

function phaseOf(now: Date, event: LiveEvent, seatsLeft: number): "upcoming" | "full" | "live" {
  if (event.startsAt <= now) return "live";
  return seatsLeft > 0 ? "upcoming" : "full";
}
