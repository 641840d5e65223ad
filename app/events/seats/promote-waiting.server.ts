import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { waitingOrder } from "./waiting-order.server.ts";
import { activeHeldSeats, countHeldSeats } from "./held-seats.server.ts";
import { emailSignups } from "./email-signups.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

/**
 * Assigns free seats to the first people on the waiting list and notifies them. The caller holds the lock of the event's row (`lockEvent`)
 * and has checked that the event has not begun.
 * @returns the promoted sign-ups
 */
export async function promoteWaiting(
  deps: { outbox: Outbox },
  trx: Transaction<Database>,
  eventId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with promoted as (
      update linkedin_live_signups set state = 'seat', state_since = ${now}, waiting_order = null
      where id in (
        select waiting.id from linkedin_live_signups as waiting
        where waiting.event_id = ${eventId} and waiting.state = 'waiting'
        order by ${sql.join(waitingOrder("waiting"))}
        limit (select greatest(capacity - seats_taken - ${countHeldSeats(now)}, 0) from events where id = ${eventId})
      )
      returning id
    ), counted as (
      update events
      set seats_taken = seats_taken + (select count(*) from promoted)::int, seats_held_until = ${activeHeldSeats(now)}
      where id = ${eventId}
    )
    select id from promoted`.execute(trx);
  const promoted = rows.map(({ id }) => id);
  await emailSignups(deps.outbox, trx, "event-promoted", promoted);
  return promoted;
}
