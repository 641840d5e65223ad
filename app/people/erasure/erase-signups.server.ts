import type { Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { promoteWaiting } from "#app/events/seats/promote-waiting.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

/**
 * Deletes the sign-ups of a person. A freed seat goes to the first person on the waiting list, as after a cancellation, but the person
 * gets no email. Sign-up numbers are never reused.
 * @returns the ids of the deleted rows
 */
export async function eraseSignups(
  { outbox }: { outbox: Outbox },
  trx: Transaction<Database>,
  emails: readonly string[],
  now: Date,
): Promise<string[]> {
  // Events are locked before sign-ups and in one order. Transactions that lock in different orders could deadlock.
  const held = await trx
    .selectFrom("linkedinLiveSignups")
    .select("eventId")
    .distinct()
    .where("email", "in", [...emails])
    .where("state", "in", ["seat", "waiting"])
    .orderBy("eventId")
    .execute();
  for (const { eventId } of held) {
    if (eventId !== null) await lockEvent(trx, eventId);
  }
  const gone = await trx
    .deleteFrom("linkedinLiveSignups")
    .where("email", "in", [...emails])
    .returning(["id", "eventId", "state"])
    .execute();
  for (const { eventId, state } of gone) {
    if (eventId !== null && state === "seat") await freeSeat({ outbox }, trx, eventId, now);
  }
  return gone.map(({ id }) => id);
}

async function freeSeat(
  deps: { outbox: Outbox },
  trx: Transaction<Database>,
  eventId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("events")
    .set((eb) => ({ seatsTaken: eb("seatsTaken", "-", 1) }))
    .where("id", "=", eventId)
    .execute();
  const event = await lockEvent(trx, eventId);
  // After the start, a promoted person could not attend in time.
  if (event?.state === "scheduled" && event.startsAt > now) await promoteWaiting(deps, trx, eventId, now);
}
