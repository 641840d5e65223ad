import { sql } from "kysely";
import { hasEmailWithFormToken } from "#app/email/outbox/outbox.server.ts";
import { findUnconfirmedKeys, type ReceiveDeps } from "#app/intake/receive/receive-submission.server.ts";

/**
 * Queues the email with a result again, to the address that was stored with it, at most once an hour. The message counts toward the limits
 * of the mailbox and the network, like the first one. Without a stored assessment with this key, nothing is queued.
 */
export async function emailResultAgain(
  deps: ReceiveDeps,
  { resultKey, clientAddress }: { resultKey: string; clientAddress: string },
): Promise<void> {
  const { db, clock, outbox } = deps;
  const found = await db
    .selectFrom("preLoiAssessments")
    .select([
      "id",
      "email",
      hasEmailWithFormToken("assessment-result", sql.ref("pre_loi_assessments.id")).as("hasFormToken"),
    ])
    .where("resultKey", "=", resultKey)
    .executeTakeFirst();
  if (found === undefined) return;
  const now = clock.now();
  const once = `assessment-result ${found.id} ${now.toISOString().slice(0, 13)}`;
  await outbox.putLimited(
    db,
    sql`select 'assessment-result', ${found.email}::text, ${found.id}::uuid, ${once}::text, null::timestamptz`,
    // The message has the priority of the first one. A program that posts JSON without a form token must not gain any.
    {
      ...findUnconfirmedKeys(deps, found.email, clientAddress),
      hasFormToken: found.hasFormToken,
      now,
    },
  );
  outbox.wake();
}
