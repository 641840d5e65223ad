import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { endLinks } from "#app/identity/links/one-time-links.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { type AccountKey, findToManage, isLastOwner } from "#app/identity/accounts/account-rows.server.ts";

/** The role that an account is to have. `endsAt` counts for examiners alone. */
export type RoleOrder = AccountKey & {
  role: Role;
  endsAt?: Date | undefined;
  actor: Actor;
  clientAddress?: string | undefined;
};

/**
 * Lets somebody in who waits for it, and writes to them. Whoever's address is not confirmed yet still confirms it first.
 * @returns `not-waiting` where somebody else was faster, `not-allowed` where who asks is no owner any more
 */
export async function approveAccount(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "put" | "wake"> },
  order: RoleOrder,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "not-waiting" | "not-allowed" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, order);
    if (!found.ok) return found;
    const { account } = found;
    if (account.role !== "pending") return { ok: false, reason: "not-waiting" } as const;
    await setRole(trx, account.id, order, "account-approved");
    await outbox.put(trx, { kind: "account-approved", recipient: account.email, about: account.id });
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/**
 * Gives an account another role, which holds from its next request on. The last owner stays one: otherwise nobody could let
 * anybody in. The invitations of whoever stops being an owner end.
 * @returns `not-allowed` where who asks is no owner any more
 */
export async function changeRole(
  { db }: { db: Kysely<Database> },
  order: RoleOrder,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "last-owner" | "not-allowed" }> {
  return db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, order);
    if (!found.ok) return found;
    const { account } = found;
    if (order.role !== "owner" && (await isLastOwner(trx, account))) {
      return { ok: false, reason: "last-owner" } as const;
    }
    // Else they would come to life again, should the account become an owner's once more.
    if (order.role !== "owner") await endLinks(trx, sql`kind = 'invite' and invited_by = ${account.id}`);
    await setRole(trx, account.id, order, "role-changed", { from: account.role });
    return { ok: true } as const;
  });
}

async function setRole(
  trx: Transaction<Database>,
  id: string,
  { role, endsAt, actor, clientAddress }: RoleOrder,
  action: "account-approved" | "role-changed",
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const roleEndsAt = role === "examiner" ? (endsAt ?? null) : null;
  await trx
    .updateTable("staffUsers")
    .set({ role, roleEndsAt, updatedAt: sql`now()` })
    .where("id", "=", id)
    .execute();
  await recordAudit(trx, {
    action,
    actor,
    subject: `account:${id}`,
    details: { ...details, role, ...(roleEndsAt === null ? {} : { until: roleEndsAt.toISOString() }) },
    clientAddress,
  });
}
