import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { emailSignups } from "./email-signups.server.ts";
import { countHeldSeats } from "./held-seats.server.ts";
import { waitingOrder } from "./waiting-order.server.ts";
import { promoteWaiting } from "./promote-waiting.server.ts";
import { subtractUnconfirmedSeat } from "./unconfirmed-seats.server.ts";

/** @property promoted the sign-ups that got a seat from the waiting list */
export type ReleasedSeat = { hadSeat: boolean; promoted: readonly string[] };

/**
 * Cancels an active sign-up once, for the person or for staff. The caller holds the lock of the event's row.
 * @returns undefined if the sign-up is not active
 */
export async function releaseSeat(
  deps: { outbox: Outbox },
  trx: Transaction<Database>,
  signupId: string,
  { event, now }: { event: Pick<LiveEvent, "id" | "startsAt">; now: Date },
): Promise<ReleasedSeat | undefined> {
  const { rows } = await sql<{ hadSeat: boolean; isUnconfirmed: boolean; createdAt: Date }>`
    with active as (
      select id, state from linkedin_live_signups
      where id = ${signupId} and event_id = ${event.id} and state in ('seat', 'waiting')
    )
    update linkedin_live_signups as signup set state = 'cancelled', state_since = ${now}
    from active where signup.id = active.id
    returning active.state = 'seat' as had_seat, unconfirmed_address_key is not null as is_unconfirmed,
      created_at`.execute(trx);
  const [canceled] = rows;
  if (canceled === undefined) return undefined;
  if (canceled.isUnconfirmed) await subtractUnconfirmedSeat(trx, event.id, canceled.createdAt);
  await emailSignups(deps.outbox, trx, "place-given-up", [signupId]);
  if (!canceled.hadSeat) return { hadSeat: false, promoted: [] };
  await trx
    .updateTable("events")
    .set((eb) => ({ seatsTaken: eb("seatsTaken", "-", 1) }))
    .where("id", "=", event.id)
    .execute();
  // After the start, a promoted person could not attend in time.
  const promoted = event.startsAt > now ? await promoteWaiting(deps, trx, event.id, now) : [];
  return { hadSeat: true, promoted };
}

/**
 * The people who get a seat when one more seat is free: one, unless a held seat has expired or is still held.
 * The result is certain only under the lock of the event's row.
 */
export async function listNextPromoted(
  db: Transaction<Database>,
  eventId: string,
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select waiting.id, waiting.name from linkedin_live_signups as waiting
    where waiting.event_id = ${eventId} and waiting.state = 'waiting'
    order by ${sql.join(waitingOrder("waiting"))}
    limit coalesce((
      select greatest(capacity - seats_taken - ${countHeldSeats(now)} + 1, 0) from events
      where id = ${eventId} and starts_at > ${now}::timestamptz
    ), 0)`.execute(db);
  return rows;
}
