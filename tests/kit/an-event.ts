import type { Insertable, Kysely } from "kysely";
import type { EventsTable } from "#app/data/schema/events.ts";
import type { LinkedinLiveSignupsTable } from "#app/data/schema/linkedin-live-signups.ts";
import type { Database } from "#app/data/schema/database.ts";
import { findCurrentEvents } from "#app/events/schedule/find-events.server.ts";
import { createEventReader, type EventReader, type LiveEvent } from "#app/events/schedule/live-event.ts";

/** A row of `events`: the sample event, at noon in Austin on a Thursday of December 2026. */
export function anEvent(overrides: Partial<Insertable<EventsTable>> = {}): Insertable<EventsTable> {
  return {
    title: "Before the letter of intent",
    startsAt: new Date("2026-12-17T18:00:00Z"),
    timeZone: "America/Chicago",
    durationMinutes: 45,
    capacity: 100,
    hosts: ["whitfield", "bell"],
    topics: ["Which decision has which last day", "Your questions"],
    joinUrl: "https://live.example.com/before-the-letter-of-intent",
    ...overrides,
  };
}

/** The sample event as the program reads it: without own hosts, descriptions and summary, and with 63 taken seats. */
export function aLiveEvent(overrides: Partial<LiveEvent> = {}): LiveEvent {
  const { title, timeZone, durationMinutes, capacity, hosts, topics, joinUrl } = anEvent();
  return {
    id: "11111111-2222-4333-8444-555555555555",
    title,
    startsAt: new Date("2026-12-17T18:00:00Z"),
    timeZone,
    durationMinutes,
    capacity,
    hosts,
    ownHosts: [],
    topics,
    topicDescriptions: [],
    summary: null,
    joinUrl,
    state: "scheduled",
    canceledAt: null,
    cancellationNote: null,
    sequence: 0,
    seatsTaken: 63,
    seatsHeldUntil: [],
    ...overrides,
  };
}

/** Events at a time, as pages read them. */
export function readEventsAt(now: Date, events: readonly LiveEvent[]): EventReader {
  return createEventReader({ now: () => now }, () => events);
}

/** The stored events at a time, as pages and commands read them. */
export async function readStoredEvents(db: Kysely<Database>, now: Date): Promise<EventReader> {
  return readEventsAt(now, await findCurrentEvents(db));
}

/**
 * A row of `linkedin_live_signups`: an interest in the next date, unless it has an event, a state and a number. The caller updates the
 * event's seat count.
 */
export function aSignup(
  overrides: Partial<Insertable<LinkedinLiveSignupsTable>> = {},
): Insertable<LinkedinLiveSignupsTable> {
  return {
    name: "Thomas Avery",
    email: "t.avery@example.com",
    phone: "(737) 555-0164",
    questions: "Does an earn-out close anything early?",
    topics: null,
    eventId: null,
    state: "next-date",
    placeNumber: null,
    ...overrides,
  };
}
