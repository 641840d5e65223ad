import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { HeldSeat } from "#app/intake/submission/submission.ts";

/** How long a seat is held for an unconfirmed mailbox. */
export const seatHoldHours = 2;

/** The number of held seats of an `events` row at a given time. */
export function countHeldSeats(now: Date): RawBuilder<number> {
  return sql<number>`(select count(*)::int from unnest(seats_held_until) as held where held > ${now}::timestamptz)`;
}

/** Whether an `events` row lists expired holds. Promotion removes them (`promote-waiting.server.ts`). */
export function hasExpiredHold(now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(seats_held_until) as held where held <= ${now}::timestamptz)`;
}

/** The held seats of an `events` row, minus one. */
export function withoutHeldSeat(until: Date | null): RawBuilder<Date[]> {
  return sql<Date[]>`array(
    select held from unnest(seats_held_until) with ordinality as entry (held, number)
    where number is distinct from array_position(seats_held_until, ${until}::timestamptz)
  )`;
}

/** The unexpired held seats of an `events` row. */
export function activeHeldSeats(now: Date): RawBuilder<Date[]> {
  return sql<
    Date[]
  >`array(select held from unnest(seats_held_until) as held where held > ${now}::timestamptz)`;
}

/**
 * Releases a held seat. The caller must hold the lock of the quarantined submission.
 * @returns whether the seat was still held; a concurrent repeat of the same form can have released it
 */
export async function releaseHeldSeat(
  trx: Transaction<Database>,
  { eventId, until }: HeldSeat,
): Promise<boolean> {
  const released = await trx
    .updateTable("events")
    .set({ seatsHeldUntil: withoutHeldSeat(until) })
    .where("id", "=", eventId)
    .where(sql<boolean>`${until}::timestamptz = any(seats_held_until)`)
    .returning("id")
    .executeTakeFirst();
  return released !== undefined;
}
