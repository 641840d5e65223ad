import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import {
  type Attempt,
  buildCounting,
  countSoFar,
  subtractAttempt,
} from "#app/data/rate-limits/rate-limits.server.ts";
import { activeHeldSeats, countHeldSeats, releaseHeldSeat, seatHoldHours } from "./held-seats.server.ts";
import type { HeldSeat, UnconfirmedSeatKeys } from "#app/intake/submission/submission.ts";
import { attemptLimits, maxUnconfirmedSeatsPerAddress } from "#app/platform/limits.ts";
import { maxSharedSeats } from "./domain-seats.server.ts";

const { most: maxPerHour, windowMinutes } = attemptLimits.unconfirmedSeatsByEvent;

/**
 * Part of a `with` clause: counts one more seat without a mailbox confirmation, for all network addresses together. Its rows have the
 * column `count`.
 * @param unconfirmed null: nothing is counted
 */
export function countUnconfirmedSeat(
  eventId: string,
  now: Date,
  unconfirmed: Pick<UnconfirmedSeatKeys, "addressKey"> | null,
  onlyWhere: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const attempts = unconfirmed === null ? [] : [hourlyAttempt(eventId)];
  return buildCounting(attempts, now, onlyWhere);
}

/**
 * Subtracts a counted seat or waiting-list position that is canceled or confirmed. Otherwise one network address could use up the hour of
 * the event by taking and releasing a seat repeatedly. The caller has changed the sign-up itself, so that it is subtracted once.
 * @param countedAt the time of the sign-up
 */
export async function subtractUnconfirmedSeat(
  trx: Transaction<Database>,
  eventId: string,
  countedAt: Date,
): Promise<void> {
  await subtractAttempt(trx, hourlyAttempt(eventId), countedAt);
}

/** Subtracts a held seat that the caller has released or assigned. The sign-up that gets it is counted itself, if it is unconfirmed. */
export async function subtractHeldSeat(
  trx: Transaction<Database>,
  { eventId, until }: HeldSeat,
): Promise<void> {
  const heldAt = new Date(until.getTime() - seatHoldHours * 3_600_000);
  await subtractUnconfirmedSeat(trx, eventId, heldAt);
}

/** Whether a row of `countUnconfirmedSeat` is over the limit. */
export const isOverHour = sql<boolean>`count > ${maxPerHour}`;

/**
 * Serializes the unconfirmed sign-ups for one event, because their number is read from rows that a statement at the same time would not
 * see.
 * @returns isOwn: the network address already has this sign-up, or holds a seat for a repeat of it. isOver: the network address, the
 * mailbox, the event in this hour or the event has no seat left without confirmation. Only a network address that signed an email
 * address up can infer from both values whether it is known.
 */
export async function lockUnconfirmedSeats(
  trx: Transaction<Database>,
  wanted: UnconfirmedSeatKeys & { eventId: string; email: string; heldSeat: HeldSeat | null },
  now: Date,
): Promise<{ isOver: boolean; isOwn: boolean }> {
  const { eventId, email, addressKey, mailboxKey, heldSeat } = wanted;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unconfirmed seats ${eventId}`}, 0))`.execute(
    trx,
  );
  // The seat held for this submission becomes the seat that it takes.
  const ownSeatHold = heldSeat !== null && heldSeat.eventId === eventId && heldSeat.until > now ? 1 : 0;
  const { rows } = await sql<{ isOver: boolean; isOwn: boolean }>`
    select exists (
      select from linkedin_live_signups
      where event_id = ${eventId} and email = ${email} and unconfirmed_address_key = ${addressKey} and state in ('seat', 'waiting')
    ) or ${countRepeatHolds(mailboxRepeat(wanted), now)} > 0 as is_own, (
      (
        select count(*) from linkedin_live_signups
        where event_id = ${eventId} and unconfirmed_address_key = ${addressKey} and state in ('seat', 'waiting')
      ) + (
        select count(*) from quarantined_submissions
        where seat_event_id = ${eventId} and seat_address_key = ${addressKey}
          and seat_held_until > ${now}::timestamptz and released_at is null
      ) + ${countRepeatHolds(addressRepeats(wanted), now)} - (
        -- The seat held for this submission may count for another network address.
        select least(count(*), ${ownSeatHold}::int) from quarantined_submissions
        where seat_event_id = ${eventId} and seat_address_key = ${addressKey}
          and seat_held_until = ${heldSeat?.until ?? null}::timestamptz and released_at is null
      ) >= ${maxUnconfirmedSeatsPerAddress}
      or exists (
        -- Another address of the mailbox. A sign-up of the same address must not be visible in the response.
        select from linkedin_live_signups
        where event_id = ${eventId} and unconfirmed_mailbox_key = ${mailboxKey} and email <> ${email} and state in ('seat', 'waiting')
      )
      or (
        select count(*) from quarantined_submissions
        where seat_event_id = ${eventId} and seat_mailbox_key = ${mailboxKey}
          and seat_held_until > ${now}::timestamptz and released_at is null
      ) - ${ownSeatHold}::int > 0
      or ${countSoFar(hourlyAttempt(eventId), now)} >= ${maxPerHour}
      or (
        select ${countHeldSeats(now)} + (
          select count(*) from linkedin_live_signups as signup
          where signup.event_id = ${eventId} and signup.unconfirmed_address_key is not null and signup.state in ('seat', 'waiting')
        ) - ${ownSeatHold}::int >= ${maxSharedSeats}
        from events where id = ${eventId}
      )
    ) as is_over`.execute(trx);
  return rows[0] ?? { isOver: true, isOwn: false };
}

function hourlyAttempt(eventId: string): Attempt {
  return { key: `unconfirmed-seats ${eventId}`, windowMinutes };
}

/**
 * Keeps the public number of free seats independent of whether an email address is known. A repeat from another network address holds a
 * seat, which is never assigned and expires: the one that was held for the quarantined submission, or a new one. The sender of the first
 * sign-up knows the address, so the seat that was held for its repeat is released. The caller holds the locks of unconfirmed seats and
 * of the event's row.
 * @param repeat.hasFreeSeat whether an unknown address would get a seat
 */
export async function settleSeatOfRepeat(
  trx: Transaction<Database>,
  wanted: UnconfirmedSeatKeys & { eventId: string; heldSeat: HeldSeat | null },
  { isOwn, hasFreeSeat, now }: { isOwn: boolean; hasFreeSeat: boolean; now: Date },
): Promise<void> {
  const { eventId, heldSeat } = wanted;
  const isHeld = heldSeat?.eventId === eventId && heldSeat.until > now;
  if (isOwn) {
    if (!isHeld || !(await releaseHeldSeat(trx, heldSeat))) return;
    return subtractHeldSeat(trx, heldSeat);
  }
  // The submission that held the seat is accepted, so the seat counts as one of a repeat from now on.
  if (isHeld) await sql`${buildCounting([mailboxRepeat(wanted), addressRepeats(wanted)], now)}`.execute(trx);
  else if (hasFreeSeat) await holdSeatForRepeat(trx, wanted, now);
}

async function holdSeatForRepeat(
  trx: Transaction<Database>,
  wanted: UnconfirmedSeatKeys & { eventId: string },
  now: Date,
): Promise<void> {
  const { eventId } = wanted;
  const until = new Date(now.getTime() + seatHoldHours * 3_600_000);
  const attempts = [hourlyAttempt(eventId), mailboxRepeat(wanted), addressRepeats(wanted)];
  await sql`
    with held as (
      update events set seats_held_until = ${activeHeldSeats(now)} || ${until}::timestamptz(3)
      where id = ${eventId} and seats_taken + ${countHeldSeats(now)} < capacity and not exists (
        select from linkedin_live_signups as signup where signup.event_id = events.id and signup.state = 'waiting'
      )
      returning id
    ), counted as (${buildCounting(attempts, now, sql`exists (select from held)`)})
    select 1`.execute(trx);
}

const repeatWindowMinutes = seatHoldHours * 60;

/** Seats held for repeats from one network address. */
function addressRepeats({ eventId, addressKey }: { eventId: string; addressKey: string }): Attempt {
  return { key: `repeat-seats ${eventId} ${addressKey}`, windowMinutes: repeatWindowMinutes };
}

/** Seats held for repeats of one mailbox from one network address. */
function mailboxRepeat({
  eventId,
  addressKey,
  mailboxKey,
}: UnconfirmedSeatKeys & { eventId: string }): Attempt {
  return { key: `repeat-seat ${eventId} ${addressKey} ${mailboxKey}`, windowMinutes: repeatWindowMinutes };
}

/** Includes the window before, because a seat can be held beyond the end of the window in which it was counted. */
function countRepeatHolds(attempt: Attempt, now: Date): RawBuilder<number> {
  const before = new Date(now.getTime() - repeatWindowMinutes * 60_000);
  return sql<number>`(${countSoFar(attempt, now)} + ${countSoFar(attempt, before)})`;
}
