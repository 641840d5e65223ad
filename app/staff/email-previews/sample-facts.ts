import type { Place } from "#app/events/attendee-page/find-seat.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { answersSchema } from "#app/assessments/questions/assessment.schema.ts";
import { type Answers, questions } from "#app/assessments/questions/questions.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";

/** Nobody's facts, for letters to nobody: plainly invented, so that no preview is taken for what somebody was sent. */
export const sampleMoment = new Date("2030-01-14T16:00:00Z");

export const samplePerson = {
  name: "Sample Person",
  email: "sample.person@example.com",
  phone: "(512) 555-0100",
} as const;

export const sampleAnswers = chooseOption(1);

export const strongAnswers = chooseOption(2);

/** Chooses the option at the same position for each question. */
function chooseOption(position: 1 | 2): Answers {
  return answersSchema.parse(
    Object.fromEntries(questions.map(({ id, options }) => [id, options[position].value])),
  );
}

/** A Thursday at noon by the practice's clocks. */
export const sampleEvent: LiveEvent = {
  id: "00000000-0000-4000-8000-000000000000",
  title: liveEvent.sample.title,
  startsAt: new Date("2030-01-17T18:00:00Z"),
  timeZone: practice.timeZone,
  durationMinutes: 45,
  capacity: 100,
  hosts: liveEvent.hosts.map(({ key }) => key),
  topics: liveEvent.sample.topics,
  joinUrl: liveEvent.sample.joinUrl,
  state: "scheduled",
  sequence: 1,
  seatsTaken: 37,
  seatsHeldUntil: [],
};

export const samplePlace: Place = {
  ...samplePerson,
  id: "00000000-0000-4000-8000-000000000000",
  key: "sample",
  questions: "What should be on paper before a buyer writes?",
  topics: null,
  state: "seat",
  placeNumber: 38,
  before: 0,
  event: sampleEvent,
};

export const waitingPlace: Place = { ...samplePlace, state: "waiting", placeNumber: 104, before: 3 };
