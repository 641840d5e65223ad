import type { EventStatus, LiveEvent } from "#app/events/schedule/live-event.ts";
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
  topics: ["Reference topic"],
  joinUrl: "https://live.example.com/reference",
  state: "scheduled",
  sequence: 0,
  seatsTaken: 0,
  seatsHeldUntil: [],
};

export const referenceStates: readonly EventStatus[] = [
  { phase: "none" },
  { phase: "upcoming", event: { ...event, seatsTaken: 40 }, seatsLeft: 60 },
  { phase: "full", event: { ...event, seatsTaken: 100 }, seatsLeft: 0 },
  { phase: "live", event: { ...event, seatsTaken: 40 }, seatsLeft: 60 },
  { phase: "past", event: { ...event, seatsTaken: 40 }, seatsLeft: 60 },
];

export const referenceClock: Clock = { now: () => new Date("2026-03-01T18:00:00Z") };
