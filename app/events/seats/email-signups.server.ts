import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailKind } from "#app/email/definition/email-kinds.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

/** Queues an email to the person of each sign-up, in the caller's transaction. */
export async function emailSignups(
  outbox: Outbox,
  trx: Transaction<Database>,
  kind: EmailKind,
  signupIds: readonly string[],
): Promise<void> {
  if (signupIds.length === 0) return;
  await outbox.putAll(
    trx,
    sql`select ${kind}, email, id, null, null::timestamptz from linkedin_live_signups
      where id = any(${[...signupIds]})`,
  );
}
