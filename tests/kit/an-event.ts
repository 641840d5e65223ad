import type { Insertable } from "kysely";
import type { EventsTable } from "#app/data/schema/events.ts";
import type { LinkedinLiveSignupsTable } from "#app/data/schema/linkedin-live-signups.ts";

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
