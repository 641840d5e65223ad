import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { isTeamManager, lockRoles, type TeamManager } from "#app/identity/accounts/account-rows.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { hasAuthenticator } from "./has-authenticator.server.ts";

export type ActiveRole = Exclude<Role, "pending">;

const roles = ["owner", "staff", "examiner"] as const satisfies readonly ActiveRole[];

/** Whether each role's accounts must have a second factor. */
export type SecondFactorRules = Readonly<Record<ActiveRole, boolean>>;

/**
 * SQL expression for whether a role requires a second factor. By default, production requires it of owners once one of them has an
 * authenticator app. A passkey satisfies the rule but does not activate it: passkeys have no recovery codes, and losing the only device
 * would lock out the firm.
 * @param role a query column or a value
 */
export function isSecondFactorRequired(role: RawBuilder<string>, isProduction: boolean): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select rule.is_required from staff_second_factor_rules as rule where rule.role = ${role}),
    ${isProduction} and ${role} = 'owner' and exists (
      select from staff_users as owner where owner.role = 'owner' and ${hasAuthenticator(sql.ref("owner.id"))}
    )
  )`;
}

export async function findSecondFactorRules(
  db: Kysely<Database>,
  isProduction: boolean,
): Promise<SecondFactorRules> {
  const ruleOf = (role: ActiveRole) => isSecondFactorRequired(sql`${role}::text`, isProduction);
  return db
    .selectNoFrom([
      ruleOf("owner").as("owner"),
      ruleOf("staff").as("staff"),
      ruleOf("examiner").as("examiner"),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Sets whether each role's accounts must have a second factor. Only changed rules are stored and recorded, so the other roles keep
 * following the default.
 * @param order.shown the rules that the form displayed
 * @returns `not-allowed` if the caller is no longer a signed-in owner, and `rules-changed` if another owner has changed the displayed rules,
 * which this form would undo
 */
export async function changeSecondFactorRules(
  { db, isProduction }: { db: Kysely<Database>; isProduction: boolean },
  order: {
    rules: SecondFactorRules;
    shown?: SecondFactorRules;
    actor: TeamManager;
    clientAddress?: string | undefined;
  },
): Promise<{ ok: true } | { ok: false; reason: "not-allowed" | "rules-changed" }> {
  return db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    if (!(await isTeamManager(trx, order.actor))) return { ok: false, reason: "not-allowed" } as const;
    const before = await findSecondFactorRules(trx, isProduction);
    const { shown = before } = order;
    if (roles.some((role) => shown[role] !== before[role])) return { ok: false, reason: "rules-changed" };
    for (const role of roles) {
      if (before[role] !== order.rules[role]) await changeRule(trx, role, order);
    }
    return { ok: true } as const;
  });
}

async function changeRule(
  trx: Transaction<Database>,
  role: ActiveRole,
  { rules, actor, clientAddress }: Parameters<typeof changeSecondFactorRules>[1],
): Promise<void> {
  const isRequired = rules[role];
  await trx
    .insertInto("staffSecondFactorRules")
    .values({ role, isRequired })
    .onConflict((conflict) => conflict.column("role").doUpdateSet({ isRequired, updatedAt: sql`now()` }))
    .execute();
  await recordAudit(trx, {
    action: "second-factor-rule-changed",
    actor,
    details: { role, required: isRequired },
    clientAddress,
  });
}
