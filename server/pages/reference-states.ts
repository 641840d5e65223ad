import { createEventReader, type EventReader, type LiveEvent } from "#app/events/schedule/live-event.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";

/**
 * The invented states of the live event in which a build is compared with the latest release. Pages of two builds that are equal in all of
 * them differ only because of the current event and date, which is no release. A change of this file is a release without changed pages.
 */
const event: LiveEvent = {
  id: "00000000-0000-4000-8000-000000000000",
  title: "Reference event",
  startsAt: new Date("2026-03-03T18:00:00Z"),
  timeZone: practice.timeZone,
  durationMinutes: 45,
  capacity: 100,
  hosts: [],
  ownHosts: [],
  topics: ["Reference topic"],
  topicDescriptions: [],
  summary: null,
  joinUrl: "https://live.example.com/reference",
  state: "scheduled",
  canceledAt: null,
  cancellationNote: null,
  sequence: 0,
  seatsTaken: 40,
  seatsHeldUntil: [],
};

export const referenceClock: Clock = { now: () => new Date("2026-03-01T18:00:00Z") };

/** No event, an upcoming one, a full one, one that is live, and one that is over. */
export const referenceStates: readonly EventReader[] = [
  [],
  [event],
  [{ ...event, seatsTaken: event.capacity }],
  [{ ...event, startsAt: new Date("2026-03-01T17:50:00Z") }],
  [{ ...event, startsAt: new Date("2026-02-01T18:00:00Z") }],
].map((events) => createEventReader(referenceClock, () => events));
