import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findSeat, type Place } from "#app/events/attendee-page/find-seat.server.ts";
import { endOf, type LiveEvent, seatsLeftOf } from "#app/events/schedule/live-event.ts";
import type { SignupEmailKind } from "#app/events/seats/email-signups.server.ts";
import { findConsent } from "#app/intake/consent/find-consent.server.ts";
import type { CalendarPart, Compose, Composers, EmailContent } from "#app/email/rendering/email-content.ts";
import { isSuppressed } from "#app/email/outbox/suppressions.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { eventCalendar } from "./event-calendar.server.ts";
import {
  eventCanceledEmail,
  changedLetter,
  dayReminderEmail,
  hourReminderEmail,
} from "./event-update.email.server.ts";
import { newSignupEmail } from "./new-signup.email.server.ts";
import { nextDateEmail, nextDateRequestedEmail } from "./next-date.email.server.ts";
import {
  seatCanceledEmail,
  seatAgainEmail,
  seatEmail,
  type SeatEmailInput,
  promotedEmail,
} from "./seat.email.server.ts";

type Deps = { db: Kysely<Database>; clock: Clock; siteUrl: string };

/** Writes the letters about live events. Each is about a row of `linkedin_live_signups`. */
export function eventComposers(deps: Deps): Composers {
  const ofPlaces = Object.entries(placeLetters).map(
    ([kind, letter]) => [kind, composerOf(deps, letter)] as const,
  );
  return {
    ...Object.fromEntries(ofPlaces),
    "next-date-noted": composeNextDateNoted(deps),
    "next-date": composeNextDate(deps),
    "new-event-signup": composeNewSignup(deps),
  };
}

/** A letter to somebody who holds, or held, a place at an event. */
type PlaceLetter = {
  /** Whether there is still something to say. */
  isTrue: (place: Place, event: LiveEvent, now: Date) => boolean;
  /** What it does to the entry in the calendar of whoever has, or had, a seat. */
  calendar?: CalendarPart["method"];
  write: (input: SeatEmailInput) => EmailContent;
};

const placeLetters: Readonly<Partial<Record<SignupEmailKind, PlaceLetter>>> = {
  "event-place": { isTrue: isHeld, calendar: "PUBLISH", write: seatEmail },
  "event-place-again": { isTrue: isHeld, calendar: "PUBLISH", write: seatAgainEmail },
  "event-promoted": { isTrue: hasSeat, calendar: "PUBLISH", write: promotedEmail },
  "event-changed": { isTrue: isHeld, calendar: "PUBLISH", write: changedLetter },
  "event-cancelled": { isTrue: isCalledOff, calendar: "CANCEL", write: eventCanceledEmail },
  "place-given-up": { isTrue: isGivenUp, calendar: "CANCEL", write: seatCanceledEmail },
  "event-reminder-day": { isTrue: beginsWithin(25 * 60), write: dayReminderEmail },
  "event-reminder-hour": { isTrue: beginsWithin(65), write: hourReminderEmail },
};

function hasSeat({ state }: Place, event: LiveEvent, now: Date): boolean {
  return state === "seat" && event.state === "scheduled" && endOf(event) > now;
}

/** Nobody moves up once it has begun, so there is nothing to wait for any more. */
function isHeld(place: Place, event: LiveEvent, now: Date): boolean {
  const mayWait = place.state === "waiting" && event.state === "scheduled" && event.startsAt > now;
  return mayWait || hasSeat(place, event, now);
}

function isCalledOff({ state }: Place, event: LiveEvent, now: Date): boolean {
  return (state === "seat" || state === "waiting") && event.state === "cancelled" && endOf(event) > now;
}

function isGivenUp({ state }: Place, event: LiveEvent, now: Date): boolean {
  return state === "cancelled" && endOf(event) > now;
}

/** A little more than the reminder's own time: the event may have been moved away since it was written. */
function beginsWithin(minutes: number): PlaceLetter["isTrue"] {
  return (place, event, now) => {
    const untilStartMs = event.startsAt.getTime() - now.getTime();
    return hasSeat(place, event, now) && untilStartMs > 0 && untilStartMs <= minutes * 60_000;
  };
}

function composerOf(deps: Deps, { isTrue, calendar: method, write }: PlaceLetter): Compose {
  return async (id) => {
    const place = await findSeat(deps.db, { id });
    if (place?.event === undefined) return undefined;
    const { event } = place;
    const now = deps.clock.now();
    if (!isTrue(place, event, now)) return undefined;
    const isForCalendar = method !== undefined && place.state !== "waiting";
    const calendar = isForCalendar ? await calendarOf(deps, place, event, method) : undefined;
    return write({ place, event, siteUrl: deps.siteUrl, calendar });
  };
}

async function calendarOf(
  { db, clock, siteUrl }: Deps,
  place: Place,
  event: LiveEvent,
  method: CalendarPart["method"],
): Promise<CalendarPart> {
  const givenUp = await countGivenUp(db, place.email, event.id);
  // Every place that this address gave up took its entry away with a higher number, and the entry of a new place needs a
  // higher one still; otherwise calendars believe the older.
  const raised = place.state === "cancelled" ? 2 * givenUp - 1 : 2 * givenUp;
  return eventCalendar(event, { method, sequence: event.sequence + raised, writtenAt: clock.now(), siteUrl });
}

async function countGivenUp(db: Kysely<Database>, email: string, eventId: string): Promise<number> {
  const { givenUp } = await db
    .selectFrom("linkedinLiveSignups")
    .select((eb) => eb.fn.countAll<number>().as("givenUp"))
    .where("eventId", "=", eventId)
    .where("email", "=", email)
    .where("state", "=", "cancelled")
    .executeTakeFirstOrThrow();
  return givenUp;
}

function composeNextDateNoted({ db, siteUrl }: Deps): Compose {
  return async (id) => {
    const place = await findSeat(db, { id });
    if (place?.state !== "next-date") return undefined;
    const isStopped = await isSuppressed(db, place.email, "announcements");
    return nextDateRequestedEmail({ place, siteUrl, isStopped });
  };
}

function composeNextDate({ db, clock, siteUrl }: Deps): Compose {
  return async (id) => {
    const place = await findSeat(db, { id });
    if (place?.state !== "told" || place.event === undefined) return undefined;
    const { event } = place;
    const now = clock.now();
    if (event.state === "cancelled" || event.startsAt <= now) return undefined;
    return nextDateEmail({ place, event, seatsLeft: seatsLeftOf(event, now), siteUrl });
  };
}

function composeNewSignup({ db, siteUrl }: Deps): Compose {
  return async (id) => {
    const place = await findSeat(db, { id });
    if (place === undefined) return undefined;
    const consent = await findConsent(db, place.email);
    return newSignupEmail({ place, consent, siteUrl });
  };
}
