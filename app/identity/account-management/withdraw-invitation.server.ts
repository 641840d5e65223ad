import { type Kysely, sql } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockRoles, mayManageTeam } from "#app/identity/accounts/account-rows.server.ts";
import { isOpen } from "#app/identity/links/one-time-links.server.ts";

/**
 * Ends an invitation.
 * @returns `gone` where it was accepted, withdrawn or over before; `not-allowed` where who asks is no owner any more
 */
export async function withdrawInvitation(
  { db }: { db: Kysely<Database> },
  { id, actor, clientAddress }: { id: string; actor: Actor; clientAddress?: string },
): Promise<{ ok: true } | { ok: false; reason: "gone" | "not-allowed" }> {
  return db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    if (!(await mayManageTeam(trx, actor))) return { ok: false, reason: "not-allowed" } as const;
    const ended = await trx
      .updateTable("staffLinks as link")
      .set({ expiresAt: sql<Date>`now()` })
      .where("link.id", "=", id)
      .where("link.kind", "=", "invite")
      .where(isOpen("link"))
      .returning("link.role")
      .executeTakeFirst();
    if (ended === undefined) return { ok: false, reason: "gone" } as const;
    await recordAudit(trx, {
      action: "invitation-withdrawn",
      actor,
      subject: `invitation:${id}`,
      details: { role: ended.role ?? "" },
      ...(clientAddress === undefined ? {} : { clientAddress }),
    });
    return { ok: true } as const;
  });
}
