import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/database.ts";
import { type Attempt, countingOf, countSoFar } from "#app/data/rate-limits.server.ts";
import { countHeldSeats } from "#app/leads/events/held-seats.server.ts";
import type { HeldSeat, UnconfirmedKeys } from "#app/leads/submission/submission.ts";
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
  unconfirmed: Pick<UnconfirmedKeys, "addressKey"> | null,
  onlyWhere: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const attempts = unconfirmed === null ? [] : [hourOf(eventId)];
  return countingOf(attempts, now, onlyWhere);
}

/** Whether a row of `countUnconfirmedSeat` is over the limit. */
export const isOverHour = sql<boolean>`count > ${maxPerHour}`;

/**
 * Serializes the unconfirmed sign-ups for one event, because their number is read from rows that a statement at the same time would not
 * see.
 * @returns whether the network address, the mailbox, the event in this hour or the event has no seat left without confirmation. It does not
 * depend on whether the email address is known, except to the network address that signed it up.
 */
export async function lockUnconfirmedSeats(
  trx: Transaction<Database>,
  wanted: UnconfirmedKeys & { eventId: string; email: string; heldSeat: HeldSeat | null },
  now: Date,
): Promise<boolean> {
  const { eventId, email, addressKey, mailboxKey, heldSeat } = wanted;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unconfirmed seats ${eventId}`}, 0))`.execute(
    trx,
  );
  // The seat held for this submission becomes the seat that it takes.
  const ownHold = heldSeat !== null && heldSeat.eventId === eventId && heldSeat.until > now ? 1 : 0;
  const { rows } = await sql<{ isOver: boolean }>`
    select not exists (
      select from linkedin_live_signups
      where event_id = ${eventId} and email = ${email} and unconfirmed_address_key = ${addressKey} and state in ('seat', 'waiting')
    ) and (
      (
        select count(*) from linkedin_live_signups
        where event_id = ${eventId} and unconfirmed_address_key = ${addressKey} and state in ('seat', 'waiting')
      ) + (
        select count(*) from quarantined_submissions
        where seat_event_id = ${eventId} and seat_address_key = ${addressKey}
          and seat_held_until > ${now}::timestamptz and released_at is null
      ) - ${ownHold}::int >= ${maxUnconfirmedSeatsPerAddress}
      or exists (
        -- Another address of the mailbox. A place of the same address must not show in the answer.
        select from linkedin_live_signups
        where event_id = ${eventId} and unconfirmed_mailbox_key = ${mailboxKey} and email <> ${email} and state in ('seat', 'waiting')
      )
      or (
        select count(*) from quarantined_submissions
        where seat_event_id = ${eventId} and seat_mailbox_key = ${mailboxKey}
          and seat_held_until > ${now}::timestamptz and released_at is null
      ) - ${ownHold}::int > 0
      or ${countSoFar(hourOf(eventId), now)} >= ${maxPerHour}
      or (
        select ${countHeldSeats(now)} + (
          select count(*) from linkedin_live_signups as place
          where place.event_id = ${eventId} and place.unconfirmed_address_key is not null and place.state in ('seat', 'waiting')
        ) - ${ownHold}::int >= ${maxSharedSeats}
        from events where id = ${eventId}
      )
    ) as is_over`.execute(trx);
  return rows[0]?.isOver ?? true;
}

function hourOf(eventId: string): Attempt {
  return { key: `unconfirmed-seats ${eventId}`, windowMinutes };
}
