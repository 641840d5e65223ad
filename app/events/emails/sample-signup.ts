import type { AttendeeSignup } from "#app/events/attendee-page/find-seat.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { sampleId, samplePerson } from "#app/email/definition/sample-person.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";

/** Invented, for email previews: a Thursday at noon in the firm's time zone. */
export const sampleEvent: LiveEvent = {
  id: sampleId,
  get title() {
    return liveEvent.sample.title;
  },
  startsAt: new Date("2030-01-17T18:00:00Z"),
  timeZone: practice.timeZone,
  durationMinutes: 45,
  capacity: 100,
  get hosts() {
    return liveEvent.hosts.map(({ key }) => key);
  },
  ownHosts: [],
  get topics() {
    return liveEvent.sample.topics;
  },
  topicDescriptions: [],
  summary: null,
  get joinUrl() {
    return liveEvent.sample.joinUrl;
  },
  state: "scheduled",
  canceledAt: null,
  cancellationNote: "One of the hosts is ill. The new date is February 14.",
  sequence: 1,
  seatsTaken: 37,
  seatsHeldUntil: [],
};

export const sampleSeat: AttendeeSignup = {
  ...samplePerson,
  id: sampleId,
  key: "sample",
  questions: "What should be on paper before a buyer writes?",
  topics: null,
  state: "seat",
  bookingReference: "sample",
  placeNumber: 38,
  before: 0,
  event: sampleEvent,
};

export const sampleWaiting: AttendeeSignup = { ...sampleSeat, state: "waiting", placeNumber: 104, before: 3 };
