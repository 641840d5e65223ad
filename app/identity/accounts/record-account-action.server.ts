import type { Kysely } from "kysely";
import { type NewAuditEvent, recordAudit } from "#app/audit/audit.server.ts";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { Database } from "#app/data/schema/database.ts";

type AccountEvent = NewAuditEvent & { details?: Readonly<Record<string, string>> };

/**
 * Records an action of an account, or an attempt to sign in to it. Anyone can create an account that waits for approval, and create more of
 * them, so its entries share the limit of actions without an account. They name the account in their details.
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
