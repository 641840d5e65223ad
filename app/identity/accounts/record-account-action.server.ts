import type { Kysely } from "kysely";
import { type NewAuditEvent, recordAudit } from "#app/audit/audit.server.ts";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { Database } from "#app/data/schema/database.ts";

type AccountEvent = NewAuditEvent & { details?: Readonly<Record<string, string>> };

/**
 * Records an action of an account, or an attempt to sign in to it. Anyone can create accounts that wait for approval, so their entries share
 * the limit of actions without an account. They name the account in their details.
 */
export async function recordAccountAction(
  db: Kysely<Database>,
  accountId: string,
  event: AccountEvent,
): Promise<void> {
  const account = await db
    .selectFrom("staffUsers")
    .select("role")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account?.role !== "pending") {
    await recordAudit(db, event);
    return;
  }
  const { action, details, clientAddress } = event;
  await recordUnauthenticatedAction(db, {
    action,
    details: { ...details, account: accountId },
    clientAddress,
  });
}
