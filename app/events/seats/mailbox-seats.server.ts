import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * Serializes the sign-ups of one mailbox for one event. Waiting-list positions count too, because they are promoted to seats.
 * @returns whether another address of the mailbox has a place, confirmed or not
 */
export async function lockMailboxSeat(
  trx: Transaction<Database>,
  { eventId, email, mailboxKey }: { eventId: string; email: string; mailboxKey: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox seat ${eventId} ${mailboxKey}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ email: string }>`
    select email from linkedin_live_signups
    where event_id = ${eventId} and (mailbox_key = ${mailboxKey} or email = ${email}) and state in ('seat', 'waiting')`.execute(
    trx,
  );
  // A repeat of an address that has a place is not another place.
  return rows.length > 0 && rows.every((row) => row.email !== email);
}
