import { type Kysely, sql } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/database.ts";

/** Ends an invitation. `gone`: it was accepted, withdrawn or over before. */
export async function withdrawInvitation(
  { db }: { db: Kysely<Database> },
  { id, actor, clientAddress }: { id: string; actor: Actor; clientAddress?: string },
): Promise<{ ok: true } | { ok: false; reason: "gone" }> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable("staffLinks")
      .set({ expiresAt: sql<Date>`now()` })
      .where("id", "=", id)
      .where("kind", "=", "invite")
      .where("usedAt", "is", null)
      .where("expiresAt", ">", sql<Date>`now()`)
      .returning("role")
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
