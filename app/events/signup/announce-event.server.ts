import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { emailSignups } from "#app/events/seats/email-signups.server.ts";
import { lockPeopleOfSignups } from "#app/events/schedule/event-locks.server.ts";
import { normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";

/**
 * Announces an event to everyone who requested the next date. A request is answered once, and a mailbox gets one email, however many of its
 * addresses requested it. Unconfirmed mailboxes share the hourly budget of unconfirmed messages, because a stranger can type them.
 * @returns the number of mailboxes
 */
export async function announceEvent(
  outbox: Outbox,
  trx: Transaction<Database>,
  eventId: string,
  now: Date,
): Promise<number> {
  await lockPeopleOfSignups(trx, sql`state = 'next-date'`);
  const { rows } = await sql<NextDateRequest>`
    update linkedin_live_signups set state = 'told', state_since = ${now}, event_id = ${eventId}
    where state = 'next-date'
    returning id, email, created_at, ${isConfirmed} as is_confirmed`.execute(trx);
  const requests = pickRequestPerMailbox(rows);
  const confirmed = requests.filter((request) => request.isConfirmed).map(({ id }) => id);
  const unconfirmed = requests.filter((request) => !request.isConfirmed).map(({ id }) => id);
  await emailSignups(outbox, trx, "next-date", confirmed);
  await outbox.putAllUnconfirmed(
    trx,
    sql`select 'next-date', email, id, null, null::timestamptz,
        row_number() over (partition by unconfirmed_address_key order by created_at, id)
      from linkedin_live_signups where id = any(${unconfirmed})`,
  );
  return requests.length;
}

type NextDateRequest = { id: string; email: string; createdAt: Date; isConfirmed: boolean };

/** Whether the owner of the mailbox confirmed a sign-up. Rows from before their mailbox keys were stored count as unconfirmed. */
export const isConfirmed: RawBuilder<boolean> = sql`(mailbox_key is not null and unconfirmed_mailbox_key is null)`;

/**
 * Prefers a confirmed request, then an address without a tag, because a stranger can request the date with a tag that the mail server
 * does not deliver.
 */
function pickRequestPerMailbox(requests: readonly NextDateRequest[]): NextDateRequest[] {
  const inOrder = requests.toSorted(
    (a, b) =>
      Number(b.isConfirmed) - Number(a.isConfirmed) ||
      Number(isPlainAddress(b)) - Number(isPlainAddress(a)) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      a.id.localeCompare(b.id),
  );
  const byMailbox = new Map<string, NextDateRequest>();
  for (const request of inOrder) {
    const mailbox = normalizeMailbox(request.email);
    if (!byMailbox.has(mailbox)) byMailbox.set(mailbox, request);
  }
  return [...byMailbox.values()];
}

function isPlainAddress({ email }: NextDateRequest): boolean {
  return email === normalizeMailbox(email);
}
