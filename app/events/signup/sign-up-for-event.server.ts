import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { alertRecipient } from "#app/email/outbox/alert-recipient.server.ts";
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
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { lockQuarantined } from "#app/intake/quarantine/lock-quarantined.server.ts";
import {
  recordChangedConsent,
  recordRepeatedSubmission,
  traceSubmission,
} from "#app/intake/submission/record-submission.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import { AppError } from "#app/platform/errors.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";
import {
  needsConfirmation,
  type SeatRefusal,
  type Signup,
  type SignUpForEventDeps,
  reserveSeatWithinLimits,
} from "./reserve-seat.server.ts";
import {
  lockUnconfirmedSeats,
  settleSeatOfRepeat,
  subtractHeldSeat,
  subtractUnconfirmedSeat,
} from "#app/events/seats/unconfirmed-seats.server.ts";

export type { SignUpForEventDeps } from "./reserve-seat.server.ts";

/** The event can change during a sign-up, which then starts over. */
const maxAttempts = 4;

/**
 * Reserves a seat at the current event or a position on its waiting list. Without an upcoming event, stores a request for the next date.
 * A repeated sign-up of an address keeps its seat or position.
 * @returns a refusal if the submission is over a limit; nothing is stored in this case
 */
export async function signUpForEvent(
  deps: SignUpForEventDeps,
  input: EventSignupInput,
  submission: Submission,
): Promise<SignUpOutcome | SeatRefusal> {
  const signup = { input, submission: await traceSubmission(deps.db, submission) };
  const known = deps.events.eventStatus();
  // The cached status can be a second old. It is good enough for an attempt, but not for a refusal.
  let eventStatus = isOpen(known) ? known : await readEventStatus(deps, deps.db);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const outcome = await attemptSignUp(deps, signup, eventStatus);
    if (outcome !== undefined) {
      deps.outbox.wake();
      return outcome;
    }
    // The event was moved, canceled or filled in the meantime.
    eventStatus = await readEventStatus(deps, deps.db);
  }
  throw new AppError("conflict", "The event changed at every attempt to sign up for it");
}

async function readEventStatus({ clock }: SignUpForEventDeps, db: Kysely<Database>): Promise<EventStatus> {
  return getEventStatus(clock.now(), await findCurrentEvents(db));
}

function isOpen(eventStatus: EventStatus): eventStatus is EventStatus & { event: LiveEvent } {
  return eventStatus.phase !== "none" && eventStatus.phase !== "past";
}

/** @returns undefined if the event has changed */
async function attemptSignUp(
  deps: SignUpForEventDeps,
  signup: Signup,
  eventStatus: EventStatus,
): Promise<SignUpOutcome | SeatRefusal | undefined> {
  if (!isOpen(eventStatus)) return requestNextDate(deps, signup);
  const outcome =
    (await reserveSeatWithinLimits(deps, signup, eventStatus.event)) ??
    (await handleRepeat(deps, signup, eventStatus.event));
  // The event has begun and no seat is left, for known and unknown addresses alike. Checked again under the lock.
  const isForNextDate = outcome === "next-date" || (outcome === undefined && eventStatus.phase === "live");
  return isForNextDate ? requestNextDate(deps, signup) : outcome;
}

/** An identical sign-up within this time is a double submission and causes no email. */
const sameSignupMinutes = 10;

/**
 * Stores the answers of a repeated sign-up and notifies the owner of the address, once per day. Does nothing if the outcome is the next
 * date.
 * @returns the outcome that an unknown address would get; undefined if the address is not signed up or the event has changed
 */
async function handleRepeat(
  deps: SignUpForEventDeps,
  signup: Signup,
  { id: eventId }: LiveEvent,
): Promise<SignUpOutcome | SeatRefusal | undefined> {
  return deps.db.transaction().execute(async (trx) => {
    await lockAddress(trx, signup.input.email);
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

/** Handles the repeat under the lock of the event's row. */
async function handleLockedRepeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  repeat: Signup & { isOwn: boolean; eventId: string; now: Date },
): Promise<SignUpOutcome | undefined> {
  const { input, submission, isOwn, eventId, now } = repeat;
  const locked = await lockActiveSignup(trx, eventId, input.email, now);
  if (locked === undefined || locked.outcome === "next-date") return locked?.outcome;
  const { active } = locked;
  const isConfirmed = submission.unconfirmed === null;
  const outcome = chooseOutcome(locked, isConfirmed);
  if (isConfirmed) await markConfirmed(trx, active.id, submission);
  // Promotion ends at the start, so a person on the waiting list can then take a free seat like a new sign-up.
  if (active.state === "waiting" && outcome === "seat") {
    const signupId = active.id;
    await takeFreeSeat({ outbox }, trx, { eventId, signupId, email: input.email, submission, now });
    await recordRepeatedSubmission(
      trx,
      { form: "event-signup", leadId: active.id, contact: input, isSame: false },
      submission,
    );
    return outcome;
  }
  await notifyOfRepeat({ outbox }, trx, { ...repeat, active });
  const { unconfirmed, heldSeat } = submission;
  if (unconfirmed !== null) {
    const wanted = { eventId, ...unconfirmed, heldSeat };
    await settleSeatOfRepeat(trx, wanted, { isOwn, hasFreeSeat: outcome === "seat", now });
  }
  return outcome;
}

/** Only a sender who has confirmed the mailbox can learn that the address has a seat. */
function chooseOutcome(
  { active, outcome }: { active: ActiveSignup; outcome: SignUpOutcome },
  isConfirmed: boolean,
): SignUpOutcome {
  return isConfirmed && active.state === "seat" ? "seat" : outcome;
}

type ActiveSignup = Pick<Selectable<LinkedinLiveSignupsTable>, "id" | "state" | "createdAt"> &
  Pick<EventSignupInput, "name" | "phone" | "questions" | "topics">;

async function notifyOfRepeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  { active, input, submission, eventId, now }: Signup & { active: ActiveSignup; eventId: string; now: Date },
): Promise<void> {
  const isSame = (["name", "phone", "questions", "topics"] as const).every(
    (field) => active[field] === input[field],
  );
  const sinceFirst = Math.abs(submission.at.getTime() - active.createdAt.getTime());
  const isDoubleClick = isSame && sinceFirst < sameSignupMinutes * 60_000;
  if (isDoubleClick) {
    return recordChangedConsent(trx, { form: "event-signup", leadId: active.id, contact: input }, submission);
  }
  if (!isSame) await storeRepeat(trx, input, eventId, submission.at);
  await recordRepeatedSubmission(
    trx,
    { form: "event-signup", leadId: active.id, contact: input, isSame },
    submission,
  );
  await outbox.putLimited(
    trx,
    sql`select 'event-place-again', ${input.email}::text, ${active.id}::uuid, ${dailyKey(`event-place-again ${active.id}`, now)}::text, null::timestamptz`,
    submission.unconfirmed && { ...submission.unconfirmed, now },
  );
}

/**
 * The mailbox was confirmed with a later sign-up: the sign-up no longer counts as unconfirmed, and the seat that
 * was held for the later sign-up is free.
 */
async function markConfirmed(
  trx: Transaction<Database>,
  id: string,
  { heldSeat, mailboxKey }: Pick<Submission, "heldSeat" | "mailboxKey">,
): Promise<void> {
  const { rows } = await sql<{ eventId: string | null; createdAt: Date }>`
    with unconfirmed as (
      select id from linkedin_live_signups where id = ${id} and unconfirmed_address_key is not null
    )
    update linkedin_live_signups as signup
    set unconfirmed_address_key = null, unconfirmed_mailbox_key = null,
      mailbox_key = coalesce(${mailboxKey}::text, mailbox_key)
    where signup.id = ${id}
    returning case when exists (select from unconfirmed) then event_id end as event_id, created_at`.execute(
    trx,
  );
  const [confirmed] = rows;
  // A request for the next date has no event and was not counted.
  if (confirmed !== undefined && confirmed.eventId !== null) {
    await subtractUnconfirmedSeat(trx, confirmed.eventId, confirmed.createdAt);
  }
  if (heldSeat !== null && (await releaseHeldSeat(trx, heldSeat))) await subtractHeldSeat(trx, heldSeat);
}

/**
 * Locks the event and then reads the sign-up, which can have been canceled or taken over before.
 * @returns undefined if the address is not signed up (anymore) or the event is over or canceled
 */
async function lockActiveSignup(
  trx: Transaction<Database>,
  eventId: string,
  email: string,
  now: Date,
): Promise<{ active: ActiveSignup; outcome: SignUpOutcome } | undefined> {
  const event = await lockEvent(trx, eventId);
  if (event === undefined || event.state === "cancelled" || endOf(event) <= now) return undefined;
  const active = await findActiveSignup(trx, eventId, email);
  return active && { active, outcome: outcomeForAnyone(event, now) };
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

/** The outcome for an unknown address, according to the cached event status. */
export function outcomeForStranger(eventStatus: EventStatus, now: Date): SignUpOutcome {
  return isOpen(eventStatus) ? outcomeForAnyone(eventStatus.event, now) : "next-date";
}

/** The outcome for an unknown address. */
function outcomeForAnyone(event: LiveEvent, now: Date): SignUpOutcome {
  if (seatsLeftOf(event, now) > 0) return "seat";
  return event.startsAt > now ? "waiting" : "next-date";
}

/** The caller holds the lock of the event's row and has checked that a seat is free. */
async function takeFreeSeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  {
    eventId,
    signupId,
    email,
    submission,
    now,
  }: { eventId: string; signupId: string; email: string; submission: Submission; now: Date },
): Promise<void> {
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

/** A deduplication key that limits an email to one per day, so that a stranger who types the address cannot fill its mailbox. */
function dailyKey(what: string, now: Date): string {
  return `${what} ${now.toISOString().slice(0, 10)}`;
}

/** Stores a repeat, unless the same answers are stored. */
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
 * Stores a request for the next date, once per address.
 * @returns undefined if a seat or a waiting-list position is available
 */
async function requestNextDate(
  deps: SignUpForEventDeps,
  { input, submission }: Signup,
): Promise<SignUpOutcome | undefined> {
  const { name, email, phone, questions, topics } = input;
  const { unconfirmed, mailboxKey } = submission;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    await lockAddress(trx, email);
    await lockQuarantined(trx, submission);
    // A concurrently added event either answers this request or is visible here.
    await lockNextDateRequests(trx, "shared");
    const eventStatus = await readEventStatus(deps, trx);
    if (isOpen(eventStatus) && outcomeForAnyone(eventStatus.event, now) !== "next-date") return undefined;
    const { rows } = await sql<{ id: string; isNew: boolean }>`
      with request as (
        insert into linkedin_live_signups (name, email, phone, questions, topics, created_at, state_since, state,
          unconfirmed_address_key, unconfirmed_mailbox_key, mailbox_key)
        values (${name}, ${email}, ${phone}, ${questions}, ${topics}, ${submission.at}, ${now}, 'next-date',
          ${unconfirmed?.addressKey ?? null}, ${unconfirmed?.mailboxKey ?? null}, ${mailboxKey})
        on conflict (email) where state = 'next-date' do nothing
        returning id
      )
      select id, true as is_new from request
      union all
      select id, false from linkedin_live_signups where email = ${email} and state = 'next-date'`.execute(
      trx,
    );
    const [request] = rows;
    // A concurrent submission has stored the request.
    if (request === undefined) return "next-date";
    if (unconfirmed === null) await markConfirmed(trx, request.id, { heldSeat: null, mailboxKey });
    await notifyOfRequest(deps, trx, { ...request, email, submission, now });
    const isSame = await isSameRequest(trx, request.id, input);
    await recordRepeatedSubmission(
      trx,
      { form: "event-signup", leadId: request.id, contact: input, isSame },
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
  {
    id,
    email,
    isNew,
    submission,
    now,
  }: { id: string; email: string; isNew: boolean; submission: Submission; now: Date },
): Promise<void> {
  await outbox.putLimited(
    trx,
    sql`select 'next-date-noted', ${email}::text, ${id}::uuid, ${dailyKey(`next-date-noted ${id}`, now)}::text, null::timestamptz`,
    submission.unconfirmed && { ...submission.unconfirmed, now },
  );
  if (!isNew) return;
  await outbox.putAll(
    trx,
    sql`select 'new-event-signup', ${alertRecipient(sql`${email}::text`)}, ${id}::uuid, null::text, null::timestamptz`,
  );
}
