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
  /** Null for a scheduled event, and for one that an earlier release canceled. */
  canceledAt: Date | null;
  /** Plain text for the email about the cancellation. */
  cancellationNote: string | null;
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

/** An event that is not over, with its phase. */
export type OpenEvent = { phase: "upcoming" | "full" | "live"; event: LiveEvent; seatsLeft: number };

/** The current event and its phase. */
export type EventStatus =
  | OpenEvent
  | { phase: "past"; event: LiveEvent; seatsLeft: number }
  | { phase: "none" };

/** Why people cannot sign up for an event. `full`: it has begun without a free seat. */
export type ClosedReason = "canceled" | "over" | "full";

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

/** The events as they are at the time of the call. */
export type EventReader = {
  /**
   * The current event, for which a form without an event signs up: the first that is open, or else the first that is not over, or else the
   * last one.
   */
  eventStatus(): EventStatus;
  /** The events that people can sign up for, the next one first. */
  openEvents(): OpenEvent[];
  /** Whether an event is the only one that is not over. General pages are then about this event. */
  isOnlyEvent(id: string): boolean;
  /** An event in any state. */
  findEvent(id: string): LiveEvent | undefined;
  /** The events in any state that `findEvent` finds, in any order. Each of them has pages. */
  knownEvents(): readonly LiveEvent[];
};

/**
 * The status of the event that a form names.
 * @param eventId undefined: the current event
 * @returns `none` for an event that is not open
 */
export function findStatus(
  events: Pick<EventReader, "eventStatus" | "openEvents">,
  eventId: string | undefined,
): EventStatus {
  if (eventId === undefined) return events.eventStatus();
  return events.openEvents().find(({ event }) => event.id === eventId) ?? { phase: "none" };
}

/** @param getEvents returns events in any order */
export function createEventReader(
  clock: { now(): Date },
  getEvents: () => readonly LiveEvent[],
): EventReader {
  const listCurrent = (now: Date) => listInOrder(getEvents()).filter((event) => endOf(event) > now);
  const openEvents = (): OpenEvent[] => {
    const now = clock.now();
    return listCurrent(now)
      .map((event) => describeOpenEvent(event, now))
      .filter(({ event }) => getClosedReason(event, now) === undefined);
  };
  return {
    openEvents,
    eventStatus() {
      const now = clock.now();
      const [open] = openEvents();
      if (open !== undefined) return open;
      const [current] = listCurrent(now);
      if (current !== undefined) return describeOpenEvent(current, now);
      const event = listInOrder(getEvents()).at(-1);
      return event === undefined
        ? { phase: "none" }
        : { phase: "past", event, seatsLeft: countSeatsLeft(event, now) };
    },
    isOnlyEvent(id) {
      const current = listCurrent(clock.now());
      return current.length === 1 && current[0]?.id === id;
    },
    findEvent: (id) => getEvents().find((event) => event.id === id),
    knownEvents: () => getEvents(),
  };
}

function listInOrder(events: readonly LiveEvent[]): LiveEvent[] {
  return events
    .filter(({ state }) => state === "scheduled")
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

function describeOpenEvent(event: LiveEvent, now: Date): OpenEvent {
  const seatsLeft = countSeatsLeft(event, now);
  return { phase: choosePhase(now, event, seatsLeft), event, seatsLeft };
}

/** Why people cannot sign up for an event; undefined if they can. An event that has begun without a free seat has no waiting list. */
export function getClosedReason(event: LiveEvent, now: Date): ClosedReason | undefined {
  if (event.state === "cancelled") return "canceled";
  if (endOf(event) <= now) return "over";
  return event.startsAt <= now && countSeatsLeft(event, now) === 0 ? "full" : undefined;
}

/** The number of seats that are neither taken nor held at a given time. */
export function countSeatsLeft(
  { capacity, seatsTaken, seatsHeldUntil }: Pick<LiveEvent, "capacity" | "seatsTaken" | "seatsHeldUntil">,
  now: Date,
): number {
  const held = seatsHeldUntil.filter((until) => until > now).length;
  return Math.max(0, capacity - seatsTaken - held);
}

function choosePhase(now: Date, event: LiveEvent, seatsLeft: number): "upcoming" | "full" | "live" {
  if (event.startsAt <= now) return "live";
  return seatsLeft > 0 ? "upcoming" : "full";
}
