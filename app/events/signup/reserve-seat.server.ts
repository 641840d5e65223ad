import { type Kysely, sql, type Transaction } from "kysely";
import { alertRecipient } from "#app/email/outbox/alert-recipient.server.ts";
import { isUniqueViolation } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { countHeldSeats, withoutHeldSeat } from "#app/events/seats/held-seats.server.ts";
import { endOf, type EventReader, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { lockQuarantined } from "#app/intake/quarantine/lock-quarantined.server.ts";
import { recordSubmission, type TracedSubmission } from "#app/intake/submission/record-submission.server.ts";
import type { StaffDecision } from "#app/intake/quarantine/form-handler.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import { insertEmails, selectLimitedEmail, type Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";
import { lockDomainSeats } from "#app/events/seats/domain-seats.server.ts";
import {
  lockMailboxSeat,
  type MailboxSignup,
  takeOverSignup,
} from "#app/events/seats/mailbox-seats.server.ts";
import { promoteWaiting } from "#app/events/seats/promote-waiting.server.ts";
import {
  countUnconfirmedSeat,
  isOverHour,
  lockUnconfirmedSeats,
  subtractHeldSeat,
} from "#app/events/seats/unconfirmed-seats.server.ts";

export type SignUpForEventDeps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  /** The cached events. They are read first because that costs no query. */
  events: Pick<EventReader, "eventStatus" | "openEvents">;
};

/** The seat is assigned only after the mailbox is confirmed. */
export const needsConfirmation = "needs-confirmation";

/** Why a sign-up is refused. Nothing is stored in this case. */
export type SeatRefusal = typeof needsConfirmation | StaffDecision;

/** The submitted fields and their source. */
export type Signup = { input: EventSignupInput; submission: TracedSubmission };

/**
 * Reserves a seat or a waiting-list position within the limits of unconfirmed sign-ups and of the mail domain. A lock on the event's row
 * lets one sign-up at a time continue, so the first one gets the last seat and later ones join the waiting list.
 */
export async function reserveSeatWithinLimits(
  deps: SignUpForEventDeps,
  signup: Signup,
  event: LiveEvent,
): Promise<"seat" | "waiting" | SeatRefusal | undefined> {
  try {
    return await deps.db.transaction().execute(async (trx) => {
      await lockAddress(trx, signup.input.email);
      await lockQuarantined(trx, signup.submission);
      const limited = await applyLimits(deps, trx, signup, event);
      if (typeof limited === "string") return limited;
      return storeSignup(deps, trx, signup, event, limited);
    });
  } catch (error) {
    // A concurrent sign-up with the same address was stored first.
    if (isUniqueViolation(error, "linkedin_live_signups_one_place_each")) return undefined;
    throw error;
  }
}

/** @returns the refusal, the sign-up to take over, or undefined */
async function applyLimits(
  deps: SignUpForEventDeps,
  trx: Transaction<Database>,
  signup: Signup,
  event: LiveEvent,
): Promise<SeatRefusal | MailboxSignup | undefined> {
  const { unconfirmed, heldSeat, isLimited } = signup.submission;
  if (unconfirmed === null) return isLimited ? applyConfirmedLimits(deps, trx, signup, event) : undefined;
  const wanted = { eventId: event.id, email: signup.input.email, ...unconfirmed, heldSeat };
  const { isOver, isOwn } = await lockUnconfirmedSeats(trx, wanted, deps.clock.now());
  if (isOver && !isOwn) return needsConfirmation;
  if (!isLimited) return undefined;
  if (await lockDomainSeats(trx, wanted)) return needsConfirmation;
  return (await lockMailboxSeat(trx, event, wanted)) && "mailbox-has-place";
}

/**
 * Only a pressed confirmation link proves that the sender reads the mailbox, so only such a sign-up takes over an unconfirmed one. A
 * form token proves nothing about the mailbox.
 */
async function applyConfirmedLimits(
  deps: SignUpForEventDeps,
  trx: Transaction<Database>,
  { input: { email }, submission: { mailboxKey } }: Signup,
  event: LiveEvent,
): Promise<StaffDecision | MailboxSignup | undefined> {
  const isDomainOver = await lockDomainSeats(trx, { eventId: event.id, email });
  const existing =
    mailboxKey === null
      ? undefined
      : await lockMailboxSeat(trx, event, { email, mailboxKey, isConfirmed: true });
  if (existing?.isConfirmed === true) return "mailbox-has-place";
  const now = deps.clock.now();
  // A position on the waiting list cannot become a seat after the event starts.
  if (existing !== undefined && (existing.state === "seat" || event.startsAt > now)) {
    await takeOverSignup(deps, trx, { ...existing, eventId: event.id, now });
    return existing;
  }
  return isDomainOver ? "domain-limit" : undefined;
}

/** Stores the sign-up, the consent receipt and the visit. @returns as `insertSignup` */
async function storeSignup(
  { clock, outbox }: SignUpForEventDeps,
  trx: Transaction<Database>,
  signup: Signup,
  event: LiveEvent,
  from: MailboxSignup | undefined,
): Promise<InsertedSignup["state"] | undefined> {
  const now = clock.now();
  const inserted = await insertSignup(trx, signup, event, { now, from });
  if (inserted === undefined || inserted.id === null) return inserted?.state;
  const { heldSeat } = signup.submission;
  if (inserted.wasHeld && heldSeat !== null) await subtractHeldSeat(trx, heldSeat);
  const lead = { form: "event-signup", leadId: inserted.id, contact: signup.input } as const;
  await recordSubmission(trx, lead, signup.submission);
  if (inserted.state === "seat" || !inserted.hasFreeSeat) return inserted.state;
  // The statement may have seen people on the waiting list who got a seat while it waited for the lock.
  const promoted = await promoteWaiting({ outbox }, trx, event.id, now);
  return promoted.includes(inserted.id) ? "seat" : "waiting";
}

/** The submitted fields, and the part of their source that a seat depends on. */
type SeatRequest = {
  input: EventSignupInput;
  submission: Pick<Submission, "at" | "unconfirmed" | "mailboxKey" | "heldSeat">;
};

type InsertedSignup =
  | {
      id: string;
      state: "seat" | "waiting";
      wasHeld: boolean;
      /** Of a waiting sign-up: a seat is free, which belongs to the first person on the waiting list. */
      hasFreeSeat: boolean;
    }
  | { id: null; state: typeof needsConfirmation };

/**
 * Reserves the seat and queues the emails in one statement. It locks the event row, so numbers follow the order in which seats are taken,
 * on any number of servers.
 * @param from a canceled sign-up of the same mailbox, whose seat or position and number it gets
 * @returns undefined if the address already has a seat or position, or none is available
 */
export async function insertSignup(
  trx: Transaction<Database>,
  { input: { name, email, phone, questions, topics }, submission }: SeatRequest,
  event: LiveEvent,
  { now, from }: { now: Date; from: MailboxSignup | undefined },
): Promise<InsertedSignup | undefined> {
  const mayWait = event.startsAt > now;
  const { unconfirmed } = submission;
  const ownSeatHold = ownHeldSeat(submission, event.id, now);
  const { isHeld, hasFreeSeat } = describeSeats(ownSeatHold, now);
  const { rows } = await sql<InsertedSignup>`
    with seat_lock as (
      select id, coalesce(${from?.placeNumber}::int, last_place_number + 1) as number,
        last_place_number + ${from === undefined}::boolean::int as last_place_number,
        seats_taken, ${withoutHeldSeat(ownSeatHold)} as seats_held_until, ${isHeld} as is_held,
        ${hasFreeSeat} as has_free_seat, ${from?.state === "seat"}::boolean or ${hasFreeSeat} and (
          -- A free seat belongs to the waiting list until a promotion assigns it.
          ${isHeld} or not ${mayWait}::boolean or not exists (
            select from linkedin_live_signups as first where first.event_id = events.id and first.state = 'waiting'
          )
        ) as has_seat
      from events
      where id = ${event.id} and state = 'scheduled' and starts_at = ${event.startsAt}
        and ${endOf(event) > now}::boolean
        and not exists (
          select from linkedin_live_signups as active
          where active.event_id = events.id and active.email = ${email} and active.state in ('seat', 'waiting')
        )
      for update
    ), hour as (${countUnconfirmedSeat(event.id, now, unconfirmed, sql`exists (select from seat_lock where has_seat or ${mayWait}::boolean)`)}
    ), slot as (
      select * from seat_lock
      where (has_seat or ${mayWait}::boolean) and not exists (select from hour where ${isOverHour})
    ), counted as (
      -- Uses the locked row, because the snapshot from before the lock can have an outdated number of seats.
      update events
      set last_place_number = slot.last_place_number, seats_taken = slot.seats_taken + slot.has_seat::int,
        seats_held_until = slot.seats_held_until
      from slot where events.id = slot.id
    ), signup as (
      insert into linkedin_live_signups
        (name, email, phone, questions, topics, created_at, state_since, event_id, state, place_number,
          waiting_order, unconfirmed_address_key, unconfirmed_mailbox_key, mailbox_key)
      select ${name}, ${email}, ${phone}::text, ${questions}::text, ${topics}::text, ${submission.at}::timestamptz,
        ${now}::timestamptz, id, case when has_seat then 'seat' else 'waiting' end, number,
        ${from?.waitingOrder ?? null}::int, ${unconfirmed?.addressKey ?? null}::text,
        ${unconfirmed?.mailboxKey ?? null}::text, ${submission.mailboxKey}::text
      from slot
      returning id, email, state
    ), alert as (
      ${insertEmails(sql`select 'new-event-signup', ${alertRecipient(sql`email`)}, id, null, null::timestamptz from signup`)}
    ), ${selectLimitedEmail(
      sql`select 'event-place', email, id, null::text, null::timestamptz from signup`,
      unconfirmed && { ...unconfirmed, now },
    )}
    select id, state, (select is_held from slot) as was_held, (select has_free_seat from slot) as has_free_seat from signup
    union all
    select null, ${needsConfirmation}, false, false from hour where ${isOverHour}`.execute(trx);
  return rows[0];
}

/** Expressions for an `events` row: whether the submission's seat is still held, and whether that seat or another one is free for it. */
function describeSeats(ownSeatHold: Date | null, now: Date) {
  const isHeld = sql<boolean>`coalesce(${ownSeatHold}::timestamptz = any(seats_held_until), false)`;
  const hasFreeSeat = sql<boolean>`seats_taken + ${countHeldSeats(now)} - ${isHeld}::int < capacity`;
  return { isHeld, hasFreeSeat };
}

/** The expiry of the seat held for the submission at this event; null if none is held. */
function ownHeldSeat({ heldSeat }: Pick<Submission, "heldSeat">, eventId: string, now: Date): Date | null {
  return heldSeat?.eventId === eventId && heldSeat.until > now ? heldSeat.until : null;
}
