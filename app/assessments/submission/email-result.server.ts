import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { summarizeEmails } from "#app/email/outbox/outbox.server.ts";
import { findUnconfirmedKeys, type ReceiveDeps } from "#app/intake/receive/receive-submission.server.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";

/** The email that the submission caused and one more. Those that a limit suppressed count too, because each is a stored row. */
const maxEmailsPerHour = 2;

/**
 * Queues the email with a result again, to the address that was stored with it. At most two emails are queued in an hour, including the first
 * one. The message counts toward the limits of the mailbox and the network, like the first one. Without a stored assessment with this key,
 * nothing is queued.
 */
export async function emailResultAgain(
  deps: ReceiveDeps,
  { resultKey, clientAddress }: { resultKey: string; clientAddress: string },
): Promise<void> {
  const { db, clock, outbox } = deps;
  const email = (await findAssessment(db, resultKey))?.email;
  if (email === undefined) return;
  await db.transaction().execute(async (trx) => {
    await lockAddress(trx, email);
    // The person may have been erased before the lock was taken.
    const found = await findAssessment(trx, resultKey);
    if (found === undefined) return;
    const earlier = await summarizeEmails(trx, "assessment-result", found.id);
    if (earlier.inLastHour >= maxEmailsPerHour) return;
    await outbox.putLimited(
      trx,
      sql`select 'assessment-result', ${email}::text, ${found.id}::uuid, null::text, null::timestamptz`,
      // The message has the priority of the first one. A program that posts JSON without a form token must not gain any.
      {
        ...findUnconfirmedKeys(deps, email, clientAddress),
        hasFormToken: earlier.hasFormToken,
        now: clock.now(),
      },
    );
  });
  outbox.wake();
}

async function findAssessment(db: Kysely<Database>, resultKey: string) {
  return db
    .selectFrom("preLoiAssessments")
    .select(["id", "email"])
    .where("resultKey", "=", resultKey)
    .executeTakeFirst();
}
