import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findLatestStop, namesOf } from "#app/email/outbox/suppressions.server.ts";

/**
 * The time of a consent or an opt-out. It is later than the stored times, even those of a server whose clock is ahead, because the latest
 * record counts. Of two with the same time, the opt-out counts, so a repeated request stores nothing new.
 * @param emails locked by the transaction
 */
export async function chooseConsentTime(
  trx: Transaction<Database>,
  emails: readonly string[],
  now: Date,
): Promise<Date> {
  const names = sql`${emails.flatMap((email) => namesOf(email))}::text[]`;
  const { rows } = await sql<{ at: Date }>`
    select greatest(${now}::timestamptz(3), max(at) filter (where at > ${now}) + interval '1 millisecond') as at from (
      select given_at as at from consent_receipts where email = any(${names}) and basis <> 'boxes-shown'
      union all select at from consent_withdrawals where email = any(${names})
      union all select ${await findLatestStop(trx, emails)}::timestamptz
    ) as stored`.execute(trx);
  return rows[0]?.at ?? now;
}
