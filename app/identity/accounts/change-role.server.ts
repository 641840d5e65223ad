import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/database.ts";
import type { Role } from "#app/identity/staff.ts";
import type { Outbox } from "#app/mail/outbox.server.ts";
import { type AccountKey, findAccount, isLastOwner, lockRoles } from "./account-rows.server.ts";

/** The role that an account is to have. `endsAt` counts for examiners alone. */
export type RoleOrder = AccountKey & {
  role: Role;
  endsAt?: Date | undefined;
  actor: Actor;
  clientAddress?: string | undefined;
};

/**
 * Lets somebody in who waits for it, and writes to them. Whoever's address is not confirmed yet still confirms it first.
 * @returns `not-waiting` where somebody else was faster
 */
export async function approveAccount(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "put" | "wake"> },
  order: RoleOrder,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "not-waiting" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    const account = await findAccount(trx, order);
    if (account === undefined) return { ok: false, reason: "unknown" } as const;
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
 * anybody in.
 */
export async function changeRole(
  { db }: { db: Kysely<Database> },
  order: RoleOrder,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "last-owner" }> {
  return db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    const account = await findAccount(trx, order);
    if (account === undefined) return { ok: false, reason: "unknown" } as const;
    if (order.role !== "owner" && (await isLastOwner(trx, account))) {
      return { ok: false, reason: "last-owner" } as const;
    }
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
