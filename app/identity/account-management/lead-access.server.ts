import { type Kysely, sql } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  type AccountKey,
  findToManage,
  type TeamManager,
} from "#app/identity/accounts/account-rows.server.ts";

/**
 * Sets whether an examiner may view leads, with effect from the account's next request.
 * @returns `not-examiner` if another role decides about the account's access, `not-allowed` if the caller is no longer a signed-in owner
 */
export async function changeLeadAccess(
  { db }: { db: Kysely<Database> },
  order: AccountKey & {
    mayViewLeads: boolean;
    actor: TeamManager;
    clientAddress?: string | undefined;
  },
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "not-examiner" | "not-allowed" }> {
  return db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, order);
    if (!found.ok) return found;
    const { id, role } = found.account;
    if (role !== "examiner") return { ok: false, reason: "not-examiner" } as const;
    const { mayViewLeads, actor, clientAddress } = order;
    const { numUpdatedRows } = await trx
      .updateTable("staffUsers")
      .set({ mayViewLeads, updatedAt: sql`now()` })
      .where("id", "=", id)
      .where("mayViewLeads", "<>", mayViewLeads)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: true } as const;
    await recordAudit(trx, {
      action: "lead-access-changed",
      actor,
      subject: `account:${id}`,
      details: { mayViewLeads },
      clientAddress,
    });
    return { ok: true } as const;
  });
}
