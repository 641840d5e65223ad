import type { Insertable } from "kysely";
import type { EventsTable } from "#app/data/schema/events.ts";
import type { QuarantinedSubmissionsTable } from "#app/data/schema/quarantined-submissions.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { defaultEventLengths } from "#app/events/schedule/live-event.ts";
import { noConsent } from "#app/intake/submission/submission.ts";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { demoId } from "./demo-id.ts";
import {
  type Assessment,
  demoAssessment,
  type DemoLead,
  demoPeople,
  type DemoPerson,
  demoSignup,
  type Signup,
} from "./demo-leads.server.ts";
import { upcomingEvent } from "./demo-upcoming.ts";
import { type DemoVisit, demoVisits } from "./demo-visits.server.ts";
import { browsers, eventTitles, spam } from "./sample-words.ts";
import { createRandom, type Dice } from "./random.ts";

/** A year of the firm's data up to a given time. */
export type DemoYear = {
  events: DemoEvent[];
  assessments: DemoLead<Assessment>[];
  /** In the order of the sign-ups. */
  signups: DemoLead<Signup>[];
  visits: DemoVisit[];
  held: Insertable<QuarantinedSubmissionsTable>[];
};
export type DemoEvent = Insertable<EventsTable> & { id: string; startsAt: Date; capacity: number };

/** An upcoming event that exists already. Some people of the demo sign up for it. */
export type NextEvent = { id: string; lastNumber: number; seatsLeft: number };

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Past events: days ago and number of sign-ups. One was canceled. */
const past = [
  { daysAgo: 336, wanted: 38 },
  { daysAgo: 273, wanted: 52 },
  { daysAgo: 210, wanted: 24, isCancelled: true },
  { daysAgo: 182, wanted: 61 },
  { daysAgo: 119, wanted: 77 },
  { daysAgo: 63, wanted: 109 },
  { daysAgo: 21, wanted: 84 },
] as const;

/** The fixed seed, so that the demo is always the same. */
const seed = 20_251_122;

/** @param next is not changed; the caller counts its seats */
export function demoYear(now: Date, next: NextEvent | undefined): DemoYear {
  const dice = createRandom(seed);
  const people = demoPeople(dice, 420);
  const events = past.map((plan, nth) => demoEvent(dice, now, plan, eventTitles[nth] ?? eventTitles[0]));
  const signups = past.flatMap(({ wanted }, nth) => {
    const event = events[nth];
    return event === undefined ? [] : signupsOf(dice, now, people, event, wanted);
  });
  const coming = next === undefined ? [] : signupsToCome(dice, now, people, next);
  const assessments = assessmentsOf(dice, now, people);
  const visits = demoVisits(dice, now);
  const held = quarantined(dice, now);
  const upcoming = demoUpcomingEvent(dice, now);
  const booked = signupsOf(dice, now, people, upcoming, upcomingSignups);
  return {
    events: [...events, upcoming],
    signups: [...signups, ...coming, ...booked],
    assessments,
    visits,
    held,
  };
}

function demoEvent(
  dice: Dice,
  now: Date,
  { daysAgo, wanted, isCancelled = false }: { daysAgo: number; wanted: number; isCancelled?: boolean },
  title: string,
): DemoEvent {
  const startsAt = noonOfThursday(now, daysAgo);
  return {
    id: demoId(dice.next),
    title,
    startsAt,
    timeZone: practice.timeZone,
    ...defaultEventLengths,
    hosts: liveEvent.hosts.map(({ key }) => key),
    topics: [...liveEvent.sample.topics],
    joinUrl: liveEvent.sample.joinUrl,
    state: isCancelled ? "cancelled" : "scheduled",
    seatsTaken: Math.min(wanted, defaultEventLengths.capacity),
    lastPlaceNumber: wanted,
    // The reminders of a past event count as sent.
    dayReminderFor: startsAt,
    hourReminderFor: startsAt,
    createdAt: new Date(startsAt.getTime() - 35 * dayMs),
  };
}

/** Six of them are on the waiting list. */
const upcomingSignups = upcomingEvent.capacity + 6;

/** Two months ahead, after the event of a new installation. */
function demoUpcomingEvent(dice: Dice, now: Date): DemoEvent {
  const { title, summary, capacity, hosts, ownHosts, topics } = upcomingEvent;
  return {
    id: demoId(dice.next),
    title,
    summary,
    startsAt: noonOfThursday(now, -63),
    timeZone: practice.timeZone,
    ...defaultEventLengths,
    capacity,
    hosts,
    ownHosts: JSON.stringify(ownHosts),
    topics: topics.map((topic) => topic.title),
    topicDescriptions: topics.map(({ description }) => description),
    joinUrl: liveEvent.sample.joinUrl,
    seatsTaken: capacity,
    lastPlaceNumber: upcomingSignups,
    createdAt: new Date(now.getTime() - 31 * dayMs),
  };
}

/** Noon in the firm's time zone on the last Thursday before a number of days ago. Clock changes never happen on a Thursday afternoon. */
function noonOfThursday(now: Date, daysAgo: number): Date {
  const day = new Date(now.getTime() - daysAgo * dayMs);
  const thursday = 4;
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() - thursday + 7) % 7));
  const midnight = endOfDayIn(practice.timeZone, day.toISOString().slice(0, 10));
  if (midnight === undefined) throw new Error("A day of the demo has no end.");
  return new Date(midnight.getTime() - dayMs / 2);
}

function signupsOf(
  dice: Dice,
  now: Date,
  people: readonly DemoPerson[],
  { id, startsAt, state, capacity }: DemoEvent,
  wanted: number,
): DemoLead<Signup>[] {
  const end = state === "cancelled" ? canceledAt(startsAt) : startsAt;
  const until = end < now ? end : now;
  const moments = drawTimes(dice, new Date(until.getTime() - 30 * dayMs), until, wanted);
  return someOf(dice, people, wanted).map((person, index) =>
    demoSignup(dice, person, {
      eventId: id,
      state: index < capacity ? "seat" : "waiting",
      placeNumber: index + 1,
      at: moments[index] ?? startsAt,
      isOver: state === "scheduled" && startsAt < now,
    }),
  );
}

/** When attendees were notified that an event was canceled. */
export function canceledAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - 7 * dayMs);
}

function signupsToCome(
  dice: Dice,
  now: Date,
  people: readonly DemoPerson[],
  { id, lastNumber, seatsLeft }: NextEvent,
): DemoLead<Signup>[] {
  const wanted = Math.min(41, seatsLeft);
  const moments = drawTimes(dice, new Date(now.getTime() - 18 * dayMs), now, wanted);
  return someOf(dice, people, wanted).map((person, index) =>
    demoSignup(dice, person, {
      eventId: id,
      state: "seat",
      placeNumber: lastNumber + index + 1,
      at: moments[index] ?? now,
      isOver: false,
    }),
  );
}

function assessmentsOf(dice: Dice, now: Date, people: readonly DemoPerson[]): DemoLead<Assessment>[] {
  const count = 168;
  const moments = drawTimes(dice, new Date(now.getTime() - 364 * dayMs), now, count);
  return someOf(dice, people, count).map((person, index) =>
    demoAssessment(dice, person, moments[index] ?? now),
  );
}

/** Spam of the last weeks. */
function quarantined(dice: Dice, now: Date): Insertable<QuarantinedSubmissionsTable>[] {
  return drawTimes(dice, new Date(now.getTime() - 80 * dayMs), now, 9).map((receivedAt, index) => ({
    id: demoId(dice.next),
    form: "event-signup",
    reason: index % 3 === 0 ? "too-fast" : "honeypot",
    receivedAt,
    input: {
      name: "Alex Morgan",
      email: `offer${index + 1}@bulk-sender.invalid`,
      phone: "",
      questions: dice.one(spam),
      topics: "",
    },
    sender: serializeSource({
      sender: {
        clientAddress: "203.0.113.77",
        ipAddress: "203.0.113.77",
        userAgent: dice.one(browsers),
        optsOut: false,
        visitId: null,
        browserKey: null,
        touch: null,
        trafficClass: "unsure",
        classReason: "without the headers of a browser",
      },
      consent: noConsent,
      pageVersion: null,
    }),
    fingerprint: demoId(dice.next),
    resultKey: null,
    releasedAt: null,
    leadId: null,
  }));
}

/** Sorted times, with most of them late, because sign-ups increase toward the event. */
function drawTimes(dice: Dice, from: Date, until: Date, count: number): Date[] {
  const span = until.getTime() - from.getTime() - 20 * minuteMs;
  return Array.from(
    { length: count },
    () => new Date(from.getTime() + span * Math.sqrt(dice.next())),
  ).toSorted((one, other) => one.getTime() - other.getTime());
}

/** A number of different people. */
function someOf(dice: Dice, people: readonly DemoPerson[], count: number): DemoPerson[] {
  return people
    .map((person) => [dice.next(), person] as const)
    .toSorted(([one], [other]) => one - other)
    .slice(0, count)
    .map(([, person]) => person);
}
