import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { releaseHeldSeat } from "#app/events/seats/held-seats.server.ts";
import { subtractHeldSeat, subtractUnconfirmedSeat } from "#app/events/seats/unconfirmed-seats.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";

/** Stores a repeat, unless the same answers are stored. */
export async function storeRepeat(
  trx: Transaction<Database>,
  { name, email, phone, questions, topics }: EventSignupInput,
  eventId: string | null,
  at: Date,
): Promise<void> {
  await sql`
    insert into linkedin_live_signups (name, email, phone, questions, topics, created_at, state_since, event_id, state)
    select ${name}, ${email}, ${phone}::text, ${questions}::text, ${topics}::text, ${at}::timestamptz,
      ${at}::timestamptz, ${eventId}::uuid, 'repeat'
    where not exists (
      select from linkedin_live_signups
      where email = ${email} and state = 'repeat' and event_id is not distinct from ${eventId}::uuid
        and (name, phone, questions, topics)
          is not distinct from (${name}, ${phone}::text, ${questions}::text, ${topics}::text)
    )`.execute(trx);
}

/**
 * The mailbox was confirmed with a later sign-up: the sign-up no longer counts as unconfirmed, and the seat that
 * was held for the later sign-up is free.
 */
export async function markConfirmed(
  trx: Transaction<Database>,
  id: string,
  { heldSeat, mailboxKey }: Pick<Submission, "heldSeat" | "mailboxKey">,
): Promise<void> {
  const { rows } = await sql<{ eventId: string | null; createdAt: Date }>`
    with unconfirmed as (
      select id from linkedin_live_signups where id = ${id} and unconfirmed_address_key is not null
    )
    update linkedin_live_signups as signup
    set unconfirmed_address_key = null, unconfirmed_mailbox_key = null,
      mailbox_key = coalesce(${mailboxKey}::text, mailbox_key)
    where signup.id = ${id}
    returning case when exists (select from unconfirmed) then event_id end as event_id, created_at`.execute(
    trx,
  );
  const [confirmed] = rows;
  // A request for the next date has no event and was not counted.
  if (confirmed !== undefined && confirmed.eventId !== null) {
    await subtractUnconfirmedSeat(trx, confirmed.eventId, confirmed.createdAt);
  }
  if (heldSeat !== null && (await releaseHeldSeat(trx, heldSeat))) await subtractHeldSeat(trx, heldSeat);
}

/** A deduplication key that limits an email to one per day, so that a stranger who types the address cannot fill its mailbox. */
export function dailyKey(what: string, now: Date): string {
  return `${what} ${now.toISOString().slice(0, 10)}`;
}
