import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { emailSignups } from "./email-signups.server.ts";
import { subtractUnconfirmedSeat } from "./unconfirmed-seats.server.ts";

/** A sign-up of another address of a mailbox. */
export type MailboxSignup = {
  id: string;
  state: "seat" | "waiting";
  placeNumber: number;
  waitingOrder: number | null;
  /** Whether the mailbox was confirmed or staff accepted the sign-up. */
  isConfirmed: boolean;
};

/**
 * Serializes the sign-ups of one mailbox for one event. Waiting-list positions count too, because they are promoted to seats.
 * @param wanted.isConfirmed locks the event as well, so that `takeOverSignup` finds the sign-up unchanged
 * @returns the sign-up of another address of the mailbox; undefined if there is none, if the address itself is signed up, or if the event
 * has changed
 */
export async function lockMailboxSeat(
  trx: Transaction<Database>,
  { id: eventId, startsAt }: Pick<LiveEvent, "id" | "startsAt">,
  { email, mailboxKey, isConfirmed = false }: { email: string; mailboxKey: string; isConfirmed?: boolean },
): Promise<MailboxSignup | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox seat ${eventId} ${mailboxKey}`}, 0))`.execute(
    trx,
  );
  if (isConfirmed) await lockEvent(trx, eventId);
  const { rows } = await sql<MailboxSignup & { email: string }>`
    select signup.id, email, signup.state, place_number, waiting_order, unconfirmed_mailbox_key is null as is_confirmed
    from linkedin_live_signups as signup
    join events on events.id = signup.event_id and events.state = 'scheduled' and starts_at = ${startsAt}
    where event_id = ${eventId} and (mailbox_key = ${mailboxKey} or email = ${email}) and signup.state in ('seat', 'waiting')
    order by is_confirmed desc, place_number`.execute(trx);
  return rows.some((row) => row.email === email) ? undefined : rows[0];
}

/**
 * Cancels an unconfirmed sign-up for the confirmed one that takes its seat or position. Its number moves to the other sign-up, and an
 * email informs its address. The caller holds the locks of the mailbox and of the event's row.
 */
export async function takeOverSignup(
  { outbox }: { outbox: Outbox },
  trx: Transaction<Database>,
  { id, state, eventId, now }: MailboxSignup & { eventId: string; now: Date },
): Promise<void> {
  const { createdAt } = await trx
    .updateTable("linkedinLiveSignups")
    .set({ state: "cancelled", stateSince: now, placeNumber: null })
    .where("id", "=", id)
    .returning("createdAt")
    .executeTakeFirstOrThrow();
  await subtractUnconfirmedSeat(trx, eventId, createdAt);
  if (state === "seat") {
    await trx
      .updateTable("events")
      .set((eb) => ({ seatsTaken: eb("seatsTaken", "-", 1) }))
      .where("id", "=", eventId)
      .execute();
  }
  await emailSignups(outbox, trx, "place-given-up", [id]);
}
