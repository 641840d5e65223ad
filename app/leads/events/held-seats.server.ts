import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { HeldSeat } from "#app/leads/submission/submission.ts";

/** How long a seat is held for a mailbox that is not confirmed. */
export const seatHoldHours = 2;

/** The number of seats of a row of `events` that are held at a moment. */
export function countHeldSeats(now: Date): RawBuilder<number> {
  return sql<number>`(select count(*)::int from unnest(seats_held_until) as held where held > ${now}::timestamptz)`;
}

/** Whether a row of `events` lists seats that are no longer held: promotion removes them (`promote.server.ts`). */
export function hasExpiredHold(now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(seats_held_until) as held where held <= ${now}::timestamptz)`;
}

/** The held seats of a row of `events` without one of them. */
export function withoutHeldSeat(until: Date | null): RawBuilder<Date[]> {
  return sql<Date[]>`array(
    select held from unnest(seats_held_until) with ordinality as entry (held, number)
    where number is distinct from array_position(seats_held_until, ${until}::timestamptz)
  )`;
}

/** The held seats of a row of `events` that have not expired. */
export function activeHeldSeats(now: Date): RawBuilder<Date[]> {
  return sql<
    Date[]
  >`array(select held from unnest(seats_held_until) as held where held > ${now}::timestamptz)`;
}

/** Gives up a held seat. The caller holds the lock of the quarantined submission. */
export async function releaseHeldSeat(
  trx: Transaction<Database>,
  { eventId, until }: HeldSeat,
): Promise<void> {
  await trx
    .updateTable("events")
    .set({ seatsHeldUntil: withoutHeldSeat(until) })
    .where("id", "=", eventId)
    .execute();
}
