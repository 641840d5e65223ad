import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { activeHeldSeats, countHeldSeats, seatHoldHours } from "./held-seats.server.ts";
import { endOf, type EventReader, findStatus } from "#app/events/schedule/live-event.ts";
import type { UnconfirmedSeatKeys } from "#app/intake/submission/submission.ts";
import type { Clock } from "#app/platform/clock.ts";
import { hasDomainShare } from "./domain-seats.server.ts";
import { countUnconfirmedSeat, isOverHour, lockUnconfirmedSeats } from "./unconfirmed-seats.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  events: Pick<EventReader, "eventStatus" | "openEvents">;
};

/**
 * Holds a seat for a quarantined sign-up until its mailbox is confirmed, also for an email address that is signed up already, because
 * the public number of free seats must not show which addresses are known. Holds it once, if the limits of its network address and of the event
 * leave one. Without a held seat, confirming takes the next available seat or a waiting-list position.
 * @param id of the quarantined submission
 * @param wanted.eventId undefined: the current event
 */
export async function holdSeat(
  { db, clock, events }: Deps,
  id: string,
  { addressKey, mailboxKey, eventId }: UnconfirmedSeatKeys & { eventId?: string | undefined },
): Promise<void> {
  const now = clock.now();
  const eventStatus = findStatus(events, eventId);
  if (eventStatus.phase !== "upcoming" && eventStatus.phase !== "live") return;
  const { event } = eventStatus;
  const until = new Date(now.getTime() + seatHoldHours * 3_600_000);
  await db.transaction().execute(async (trx) => {
    // Locks the submission before the event, in the same order as acceptance, to avoid a deadlock. Skips a submission that is being
    // accepted.
    const { rows } = await sql<{ email: string }>`
      select input ->> 'email' as email from quarantined_submissions
      where id = ${id} and released_at is null and seat_event_id is null
      for update skip locked`.execute(trx);
    const [held] = rows;
    if (held === undefined) return;
    const wanted = { eventId: event.id, email: held.email, addressKey, mailboxKey, heldSeat: null };
    if ((await lockUnconfirmedSeats(trx, wanted, now)).isOver) return;
    if (await hasDomainShare(trx, wanted, now)) return;
    await sql`
      with seat_lock as (
        select id, ${activeHeldSeats(now)} || ${until}::timestamptz(3) as seats_held_until from events
        where id = ${event.id} and state = 'scheduled' and starts_at = ${event.startsAt}
          and ${endOf(event) > now}::boolean and seats_taken + ${countHeldSeats(now)} < capacity
          and not exists (
            select from linkedin_live_signups as waiting
            where waiting.event_id = events.id and waiting.state = 'waiting'
          )
        for update
      ), hour as (${countUnconfirmedSeat(event.id, now, { addressKey }, sql`exists (select from seat_lock)`)}
      ), seat as (
        update events set seats_held_until = seat_lock.seats_held_until
        from seat_lock where events.id = seat_lock.id and not exists (select from hour where ${isOverHour})
        returning events.id
      )
      update quarantined_submissions
      set seat_event_id = seat.id, seat_held_until = ${until}, seat_address_key = ${addressKey},
        seat_mailbox_key = ${mailboxKey}
      from seat where quarantined_submissions.id = ${id}`.execute(trx);
  });
}
