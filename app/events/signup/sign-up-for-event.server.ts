import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkedinLiveSignupsTable } from "#app/data/schema/linkedin-live-signups.ts";
import { findCurrentEvents } from "#app/events/schedule/find-events.server.ts";
import { lockEvent, lockNextDateRequests } from "#app/events/schedule/event-locks.server.ts";
import { releaseHeldSeat } from "#app/events/seats/held-seats.server.ts";
import {
  type EventStatus,
  endOf,
  type LiveEvent,
  seatsLeftOf,
  getEventStatus,
} from "#app/events/schedule/live-event.ts";
import { lockQuarantined } from "#app/intake/quarantine/lock-quarantined.server.ts";
import {
  recordChangedConsent,
  recordRepeatedSubmission,
  traceSubmission,
} from "#app/intake/submission/record-submission.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import { AppError } from "#app/platform/errors.ts";
import { practice } from "#content/practice.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";
import {
  needsConfirmation,
  type SeatRefusal,
  type Signup,
  type SignUpForEventDeps,
  reserveSeatWithinLimits,
} from "./reserve-seat.server.ts";
import { holdSeatForRepeat, lockUnconfirmedSeats } from "#app/events/seats/unconfirmed-seats.server.ts";

export type { SignUpForEventDeps } from "./reserve-seat.server.ts";

/** The event can change under a sign-up; more often than this in a row it does not. */
const mostAttempts = 4;

/**
 * Takes a place at the live event: a seat while there are any, else one on the waiting list; where there is no event to come,
 * the wish to be told the next date. The same address holds one place however often it is sent.
 * @returns `needs-confirmation` where an unconfirmed submission is over the limits of seats, `needs-staff` where a confirmed one is over
 * the share of its mail domain; nothing is stored then
 */
export async function signUpForEvent(
  deps: SignUpForEventDeps,
  input: EventSignupInput,
  submission: Submission,
): Promise<SignUpOutcome | SeatRefusal> {
  const signup = { input, submission: await traceSubmission(deps.db, submission) };
  const known = deps.events.eventStatus();
  // What this process knows can be a second old: enough to try for a place, not enough to send somebody away.
  let eventStatus = isToCome(known) ? known : await readEventStatus(deps, deps.db);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const outcome = await attemptSignUp(deps, signup, eventStatus);
    if (outcome !== undefined) {
      deps.outbox.wake();
      return outcome;
    }
    // The event was moved, cancelled or filled in the meantime.
    eventStatus = await readEventStatus(deps, deps.db);
  }
  throw new AppError("conflict", "The event changed at every attempt to sign up for it");
}

async function readEventStatus({ clock }: SignUpForEventDeps, db: Kysely<Database>): Promise<EventStatus> {
  return getEventStatus(clock.now(), await findCurrentEvents(db));
}

function isToCome(eventStatus: EventStatus): eventStatus is EventStatus & { event: LiveEvent } {
  return eventStatus.phase !== "none" && eventStatus.phase !== "past";
}

/** @returns undefined where things stand otherwise by now */
async function attemptSignUp(
  deps: SignUpForEventDeps,
  signup: Signup,
  eventStatus: EventStatus,
): Promise<SignUpOutcome | SeatRefusal | undefined> {
  if (!isToCome(eventStatus)) return requestNextDate(deps, signup);
  const outcome =
    (await reserveSeatWithinLimits(deps, signup, eventStatus.event)) ??
    (await handleRepeat(deps, signup, eventStatus.event));
  // It has begun and nothing is left, for those who hold a place as for strangers; asked once more under the lock.
  const isForNextDate = outcome === "next-date" || (outcome === undefined && eventStatus.phase === "live");
  return isForNextDate ? requestNextDate(deps, signup) : outcome;
}

/** For how long the same words are the same sign-up, sent twice, and no reason to write again. */
const sameSignupMinutes = 10;

/**
 * Keeps what was typed by somebody whose address has a place, and tells the owner of the address, once a day. Where the
 * outcome is the next date, nothing is done yet.
 * @returns what a stranger would be told at this moment; undefined where the address has no place, or the event is another by
 * now
 */
async function handleRepeat(
  deps: SignUpForEventDeps,
  signup: Signup,
  { id: eventId }: LiveEvent,
): Promise<SignUpOutcome | SeatRefusal | undefined> {
  return deps.db.transaction().execute(async (trx) => {
    await lockQuarantined(trx, signup.submission);
    const now = deps.clock.now();
    const { input, submission } = signup;
    if ((await findActiveSignup(trx, eventId, input.email)) === undefined) return undefined;
    const { unconfirmed, heldSeat } = submission;
    if (unconfirmed === null) return handleLockedRepeat(deps, trx, { ...signup, isOwn: true, eventId, now });
    const wanted = { eventId, email: input.email, ...unconfirmed, heldSeat };
    const { isOver, isOwn } = await lockUnconfirmedSeats(trx, wanted, now);
    if (isOver && !isOwn) return needsConfirmation;
    return handleLockedRepeat(deps, trx, { ...signup, isOwn, eventId, now });
  });
}

/** Answers the repeat under the lock of the event's row. */
async function handleLockedRepeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  repeat: Signup & { isOwn: boolean; eventId: string; now: Date },
): Promise<SignUpOutcome | undefined> {
  const { input, submission, isOwn, eventId, now } = repeat;
  const locked = await lockActiveSignup(trx, eventId, input.email, now);
  if (locked === undefined || locked.outcome === "next-date") return locked?.outcome;
  const { held } = locked;
  const isConfirmed = submission.unconfirmed === null;
  const outcome = chooseOutcome(locked, isConfirmed);
  if (isConfirmed) await markConfirmed(trx, held.id, submission);
  // Nobody is promoted after the start, so a person on the waiting list takes a free seat as anyone does.
  if (held.state === "waiting" && outcome === "seat") {
    const signupId = held.id;
    await takeFreeSeat({ outbox }, trx, { eventId, signupId, email: input.email, submission, now });
    await recordRepeatedSubmission(
      trx,
      { form: "event-signup", leadId: held.id, contact: input, isSame: false },
      submission,
    );
    return outcome;
  }
  await notifyOfRepeat({ outbox }, trx, { ...repeat, held });
  const { unconfirmed, heldSeat } = submission;
  if (outcome === "seat" && unconfirmed !== null && !isOwn) {
    await holdSeatForRepeat(trx, { eventId, ...unconfirmed, heldSeat }, now);
  }
  return outcome;
}

/** Only a sender who has confirmed the mailbox learns that the address has a seat. */
function chooseOutcome(
  { held, outcome }: { held: Held; outcome: SignUpOutcome },
  isConfirmed: boolean,
): SignUpOutcome {
  return isConfirmed && held.state === "seat" ? "seat" : outcome;
}

type Held = Pick<Selectable<LinkedinLiveSignupsTable>, "id" | "state" | "createdAt"> &
  Pick<EventSignupInput, "name" | "phone" | "questions" | "topics">;

async function notifyOfRepeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  { held, input, submission, eventId, now }: Signup & { held: Held; eventId: string; now: Date },
): Promise<void> {
  const isSame = (["name", "phone", "questions", "topics"] as const).every(
    (field) => held[field] === input[field],
  );
  const sinceFirst = Math.abs(submission.at.getTime() - held.createdAt.getTime());
  const isDoubleClick = isSame && sinceFirst < sameSignupMinutes * 60_000;
  if (isDoubleClick) {
    return recordChangedConsent(trx, { form: "event-signup", leadId: held.id, contact: input }, submission);
  }
  if (!isSame) await storeRepeat(trx, input, eventId, submission.at);
  await recordRepeatedSubmission(
    trx,
    { form: "event-signup", leadId: held.id, contact: input, isSame },
    submission,
  );
  await outbox.putLimited(
    trx,
    sql`select 'event-place-again', ${input.email}::text, ${held.id}::uuid, ${onceADay(`event-place-again ${held.id}`, now)}::text, null::timestamptz`,
    submission.unconfirmed && { ...submission.unconfirmed, now },
  );
}

/**
 * The mailbox was confirmed with a later sign-up: the place no longer counts as unconfirmed, and the seat that
 * was held for the later sign-up is free.
 */
async function markConfirmed(
  trx: Transaction<Database>,
  id: string,
  { heldSeat, mailboxKey }: Pick<Submission, "heldSeat" | "mailboxKey">,
): Promise<void> {
  await trx
    .updateTable("linkedinLiveSignups")
    .set({
      unconfirmedAddressKey: null,
      unconfirmedMailboxKey: null,
      ...(mailboxKey !== null && { mailboxKey }),
    })
    .where("id", "=", id)
    .execute();
  if (heldSeat !== null) await releaseHeldSeat(trx, heldSeat);
}

/**
 * Locks the event and reads the place under that lock, because it can be canceled or taken over before.
 * @returns undefined if the address has no place (any more) or the event is over or canceled
 */
async function lockActiveSignup(
  trx: Transaction<Database>,
  eventId: string,
  email: string,
  now: Date,
): Promise<{ held: Held; outcome: SignUpOutcome } | undefined> {
  const event = await lockEvent(trx, eventId);
  if (event === undefined || event.state === "cancelled" || endOf(event) <= now) return undefined;
  const held = await findActiveSignup(trx, eventId, email);
  return held && { held, outcome: outcomeForAnyone(event, now) };
}

async function findActiveSignup(trx: Transaction<Database>, eventId: string, email: string) {
  return trx
    .selectFrom("linkedinLiveSignups")
    .select(["id", "state", "name", "phone", "questions", "topics", "createdAt"])
    .where("eventId", "=", eventId)
    .where("email", "=", email)
    .where("state", "in", ["seat", "waiting"])
    .executeTakeFirst();
}

/** What somebody who never came before would be told, as far as this process knows. */
export function outcomeForStranger(eventStatus: EventStatus, now: Date): SignUpOutcome {
  return isToCome(eventStatus) ? outcomeForAnyone(eventStatus.event, now) : "next-date";
}

/** What a stranger would be told at this moment. */
function outcomeForAnyone(event: LiveEvent, now: Date): SignUpOutcome {
  if (seatsLeftOf(event, now) > 0) return "seat";
  return event.startsAt > now ? "waiting" : "next-date";
}

/** The caller holds the lock of the event's row and has seen the seat. */
async function takeFreeSeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  taken: { eventId: string; signupId: string; email: string; submission: Submission; now: Date },
): Promise<void> {
  const { eventId, signupId, email, submission, now } = taken;
  await trx
    .updateTable("linkedinLiveSignups")
    .set({ state: "seat", stateSince: now })
    .where("id", "=", signupId)
    .execute();
  await trx
    .updateTable("events")
    .set((eb) => ({ seatsTaken: eb("seatsTaken", "+", 1) }))
    .where("id", "=", eventId)
    .execute();
  await outbox.putLimited(
    trx,
    sql`select 'event-promoted', ${email}::text, ${signupId}::uuid, null::text, null::timestamptz`,
    submission.unconfirmed && { ...submission.unconfirmed, now },
  );
}

/** A name under which a letter is written once in a day: whoever types a stranger's address must not fill a mailbox. */
function onceADay(what: string, now: Date): string {
  return `${what} ${now.toISOString().slice(0, 10)}`;
}

/** The same words are kept once. */
async function storeRepeat(
  trx: Transaction<Database>,
  { name, email, phone, questions, topics }: EventSignupInput,
  eventId: string | null,
  at: Date,
): Promise<void> {
  await sql`
    insert into linkedin_live_signups (name, email, phone, questions, topics, created_at, state_since, event_id, state)
    select ${name}, ${email}, ${phone}::text, ${questions}::text, ${topics}::text, ${at}::timestamptz,
      ${at}::timestamptz, ${eventId}::uuid, 'repeat'
    where not exists (
      select from linkedin_live_signups
      where email = ${email} and state = 'repeat' and event_id is not distinct from ${eventId}::uuid
        and (name, phone, questions, topics)
          is not distinct from (${name}, ${phone}::text, ${questions}::text, ${topics}::text)
    )`.execute(trx);
}

/**
 * Keeps the wish to be told the next date, once for each address.
 * @returns undefined where a seat or a place on the waiting list can be had after all
 */
async function requestNextDate(
  deps: SignUpForEventDeps,
  { input, submission }: Signup,
): Promise<SignUpOutcome | undefined> {
  const { name, email, phone, questions, topics } = input;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    await lockQuarantined(trx, submission);
    // Either the event that is being set answers this wish, or it is seen here.
    await lockNextDateRequests(trx, "together");
    const eventStatus = await readEventStatus(deps, trx);
    if (isToCome(eventStatus) && outcomeForAnyone(eventStatus.event, now) !== "next-date") return undefined;
    const { rows } = await sql<{ id: string; isNew: boolean }>`
      with wish as (
        insert into linkedin_live_signups (name, email, phone, questions, topics, created_at, state_since, state)
        values (${name}, ${email}, ${phone}, ${questions}, ${topics}, ${submission.at}, ${now}, 'next-date')
        on conflict (email) where state = 'next-date' do nothing
        returning id
      )
      select id, true as is_new from wish
      union all
      select id, false from linkedin_live_signups where email = ${email} and state = 'next-date'`.execute(
      trx,
    );
    const [wish] = rows;
    // Made by somebody else this very moment: it is as good.
    if (wish === undefined) return "next-date";
    await notifyOfRequest(deps, trx, { ...wish, email, submission, now });
    const isSame = await isSameRequest(trx, wish.id, input);
    await recordRepeatedSubmission(
      trx,
      { form: "event-signup", leadId: wish.id, contact: input, isSame },
      submission,
    );
    if (!isSame) await storeRepeat(trx, input, null, submission.at);
    return "next-date";
  });
}

async function isSameRequest(
  trx: Transaction<Database>,
  id: string,
  { name, phone, questions, topics }: EventSignupInput,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from linkedin_live_signups
    where id = ${id} and (name, phone, questions, topics)
      is not distinct from (${name}, ${phone}::text, ${questions}::text, ${topics}::text)`.execute(trx);
  return rows.length > 0;
}

async function notifyOfRequest(
  { outbox }: SignUpForEventDeps,
  trx: Transaction<Database>,
  wish: { id: string; email: string; isNew: boolean; submission: Submission; now: Date },
): Promise<void> {
  const { id, email, isNew, submission, now } = wish;
  await outbox.putLimited(
    trx,
    sql`select 'next-date-noted', ${email}::text, ${id}::uuid, ${onceADay(`next-date-noted ${id}`, now)}::text, null::timestamptz`,
    submission.unconfirmed && { ...submission.unconfirmed, now },
  );
  if (isNew) await outbox.put(trx, { kind: "new-event-signup", recipient: practice.email, about: id });
}
