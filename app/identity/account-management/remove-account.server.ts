import type { Kysely, Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  type AccountKey,
  findToManage,
  isLastOwner,
  type TeamManager,
} from "#app/identity/accounts/account-rows.server.ts";

type Removal = AccountKey & { actor: TeamManager; clientAddress?: string | undefined };

/**
 * Removes an account with its sessions, passkeys, links and open invitations. Its audit events remain. The last owner cannot be removed.
 * @returns `not-allowed` if the caller is no longer a signed-in owner
 */
export async function removeAccount(
  { db }: { db: Kysely<Database> },
  removal: Removal,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "last-owner" | "not-allowed" }> {
  return db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, removal);
    if (!found.ok) return found;
    const { account } = found;
    if (await isLastOwner(trx, account)) return { ok: false, reason: "last-owner" } as const;
    await deleteAccount(trx, account, removal);
    return { ok: true } as const;
  });
}

/** Removes an account that awaits approval. @returns `not-waiting` if it was approved in the meantime */
export async function declineAccount(
  { db }: { db: Kysely<Database> },
  removal: Removal,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "not-waiting" | "not-allowed" }> {
  return db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, removal);
    if (!found.ok) return found;
    const { account } = found;
    if (account.role !== "pending") return { ok: false, reason: "not-waiting" } as const;
    await deleteAccount(trx, account, removal);
    return { ok: true } as const;
  });
}

async function deleteAccount(
  trx: Transaction<Database>,
  { id, role }: { id: string; role: string },
  { actor, clientAddress }: Removal,
): Promise<void> {
  await trx.deleteFrom("staffUsers").where("id", "=", id).execute();
  await recordAudit(trx, {
    action: "account-removed",
    actor,
    subject: `account:${id}`,
    details: { role },
    clientAddress,
  });
}
