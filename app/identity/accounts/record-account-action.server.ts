import type { Kysely } from "kysely";
import { type NewAuditEvent, recordAudit } from "#app/audit/audit.server.ts";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { Database } from "#app/data/schema/database.ts";

type AccountEvent = NewAuditEvent & { details?: Readonly<Record<string, string>> };

/**
 * Records an action of an account, or an attempt to sign in to it. Anyone can create accounts that wait for approval, so their entries share
 * a limit for the whole site. They name the account in their details.
 * @param account.isWaiting whether the account has never had a role
 */
export async function recordAccountAction(
  db: Kysely<Database>,
  { id, isWaiting }: { id: string; isWaiting: boolean },
  event: AccountEvent,
): Promise<void> {
  if (!isWaiting) {
    await recordAudit(db, event);
    return;
  }
  const { action, details, clientAddress } = event;
  await recordUnauthenticatedAction(db, { action, details: { ...details, account: id }, clientAddress });
}
