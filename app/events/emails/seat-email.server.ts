import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { attendeePath } from "#app/events/attendee-page/attendee-path.ts";
import { findSeat, type AttendeeSignup } from "#app/events/attendee-page/find-seat.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import type { EmailKind } from "#app/email/definition/email-kinds.ts";
import type { CalendarPart, EmailBlock, EmailContent } from "#app/email/definition/email-content.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { eventCalendar } from "./event-calendar.server.ts";
import { createEventFacts } from "./event-facts.ts";
import { sampleEvent, sampleSeat, sampleWaiting } from "./sample-signup.ts";

/**
 * The data of an email to a person with a seat or a waiting-list position. Such emails contain nothing that was typed into the
 * form, because anyone can type any address.
 */
export type SeatEmailInput = {
  signup: AttendeeSignup;
  event: LiveEvent;
  /** For people who have, or had, a seat. */
  calendar: CalendarPart | undefined;
};

type Applies = (signup: AttendeeSignup, event: LiveEvent, now: Date) => boolean;

/** Defines an email about a seat or a waiting-list position. `about` is a row of `linkedin_live_signups`. */
export function defineSeatEmail<Kind extends EmailKind>(definition: {
  kind: Kind;
  /** Whether the email still applies. */
  applies: Applies;
  /** What it does to the calendar entry of people who have, or had, a seat. */
  calendar?: CalendarPart["method"];
  render(input: SeatEmailInput, site: { siteUrl: string }): EmailContent;
  samples: readonly [SeatSample, ...SeatSample[]];
}) {
  const { kind, applies, calendar: method, render, samples } = definition;
  const [first, ...others] = samples;
  return defineEmail({
    kind,
    async load(deps: { db: Kysely<Database>; clock: Clock; siteUrl: string }, id) {
      const signup = await findSeat(deps.db, { id });
      if (signup?.event === undefined) return undefined;
      const { event } = signup;
      if (!applies(signup, event, deps.clock.now())) return undefined;
      // A sign-up without a number was replaced. Removing its entry would also remove the entry of the other sign-up.
      const hasEntry = method !== undefined && signup.state !== "waiting" && signup.placeNumber !== null;
      return {
        signup,
        event,
        calendar: hasEntry ? await loadCalendar(deps, signup, event, method) : undefined,
      };
    },
    render,
    samples: [toSample(first), ...others.map(toSample)],
  });
}

/** @property when see `defineEmail` */
type SeatSample = { when?: string; signup: AttendeeSignup };

function toSample({ when, signup }: SeatSample) {
  const input: SeatEmailInput = { signup, event: sampleEvent, calendar: undefined };
  return when === undefined ? { input } : { when, input };
}

export const seatSample = { signup: sampleSeat };
export const seatSamples = [
  { when: "seat", signup: sampleSeat },
  { when: "waiting list", signup: sampleWaiting },
] as const;

async function loadCalendar(
  { db, clock, siteUrl }: { db: Kysely<Database>; clock: Clock; siteUrl: string },
  signup: AttendeeSignup,
  event: LiveEvent,
  method: CalendarPart["method"],
): Promise<CalendarPart> {
  const { canceled } = await db
    .selectFrom("linkedinLiveSignups")
    .select((eb) => eb.fn.countAll<number>().as("canceled"))
    .where("eventId", "=", event.id)
    .where("email", "=", signup.email)
    .where("state", "=", "cancelled")
    .executeTakeFirstOrThrow();
  // Each cancellation removed its calendar entry with a higher number. A new entry needs a number above that, or calendars ignore it.
  const added = signup.state === "cancelled" ? 2 * canceled - 1 : 2 * canceled;
  return eventCalendar(event, { method, sequence: event.sequence + added, writtenAt: clock.now(), siteUrl });
}

export function hasSeat({ state }: AttendeeSignup, event: LiveEvent, now: Date): boolean {
  return state === "seat" && event.state === "scheduled" && endOf(event) > now;
}

/** The waiting list closes when the event begins. */
export function hasSeatOrWaits(signup: AttendeeSignup, event: LiveEvent, now: Date): boolean {
  const isWaiting = signup.state === "waiting" && event.state === "scheduled" && event.startsAt > now;
  return isWaiting || hasSeat(signup, event, now);
}

export function joinButton({ joinUrl }: LiveEvent): EmailBlock {
  return { button: { label: "Join the live event", url: joinUrl } };
}

/** A sentence with the link to the page where the recipient sees, changes or cancels the sign-up. */
export function attendeeLink(
  { key }: AttendeeSignup,
  siteUrl: string,
  text: { before: string; label: string; after: string },
): EmailBlock {
  return { link: { ...text, url: siteUrl + attendeePath(key) } };
}

/** For a sign-up that is over: its page shows the status and no longer the person's answers. */
export function statusLink(signup: AttendeeSignup, siteUrl: string): EmailBlock {
  return attendeeLink(signup, siteUrl, {
    before: "You can ",
    label: "view your registration",
    after: ` at any time. ${dataRequest()}`,
  });
}

export const dataRequest = (): string =>
  `To see, correct or delete your information, write to ${practice.email}.`;

export function createWaitingFacts(signup: AttendeeSignup, event: LiveEvent): EmailBlock {
  return createEventFacts(event, [
    ["Sign-up number", String(signup.placeNumber)],
    ["Ahead of you", signup.before === 1 ? "1 person" : `${signup.before} people`],
  ]);
}

export function withCalendar(calendar: CalendarPart | undefined): { calendar?: CalendarPart } {
  return calendar === undefined ? {} : { calendar };
}
