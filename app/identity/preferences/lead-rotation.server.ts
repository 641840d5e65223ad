import { type Kysely, sql } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { isTeamManager, lockRoles, type TeamManager } from "#app/identity/accounts/account-rows.server.ts";

/** An account that can follow up on leads, and whether it gets new leads in turn. */
export type RotationMember = { id: string; name: string; email: string; takesNewLeads: boolean };

/** Lists the accounts that can follow up on leads, by name. The trigger `assign_new_person` assigns each new person to one of them. */
export async function listRotationMembers(db: Kysely<Database>): Promise<RotationMember[]> {
  const { rows } = await sql<RotationMember>`
    select account.id, account.name, account.email, coalesce(takes_new_leads, false) as takes_new_leads
    from staff_users as account left join staff_preferences on user_id = account.id
    where may_follow_up(account.email)
    order by lower(account.name), account.id`.execute(db);
  return rows;
}

/**
 * Sets which accounts get new leads in turn. Accounts that were not displayed keep their setting.
 * @param order.chosen ids of the accounts that shall get new leads
 * @param order.shown ids of the accounts that got them when the form was displayed
 * @returns `not-allowed` if the caller is no longer a signed-in owner, and `rotation-changed` if another owner has changed the displayed
 * setting, which this form would undo
 */
export async function changeLeadRotation(
  db: Kysely<Database>,
  order: {
    chosen: readonly string[];
    shown: readonly string[];
    actor: TeamManager;
    clientAddress?: string | undefined;
  },
): Promise<{ ok: true } | { ok: false; reason: "not-allowed" | "rotation-changed" }> {
  return db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    if (!(await isTeamManager(trx, order.actor))) return { ok: false, reason: "not-allowed" } as const;
    const members = await listRotationMembers(trx);
    const isOutdated = members.some(({ id, takesNewLeads }) => takesNewLeads !== order.shown.includes(id));
    if (isOutdated) return { ok: false, reason: "rotation-changed" } as const;
    const changed = members.filter(({ id, takesNewLeads }) => takesNewLeads !== order.chosen.includes(id));
    for (const { id, takesNewLeads } of changed) {
      await trx
        .insertInto("staffPreferences")
        .values({ userId: id, takesNewLeads: !takesNewLeads })
        .onConflict((conflict) => conflict.column("userId").doUpdateSet({ takesNewLeads: !takesNewLeads }))
        .execute();
      await recordAudit(trx, {
        action: "lead-rotation-changed",
        actor: order.actor,
        subject: `account:${id}`,
        details: { takesNewLeads: !takesNewLeads },
        clientAddress: order.clientAddress,
      });
    }
    return { ok: true } as const;
  });
}
