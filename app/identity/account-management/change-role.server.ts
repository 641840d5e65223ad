import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { endInvitationsBy } from "#app/identity/links/one-time-links.server.ts";
import { notifyOwners } from "./notify-owners.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import {
  type AccountKey,
  findToManage,
  isLastOwner,
  type TeamManager,
} from "#app/identity/accounts/account-rows.server.ts";

type RoleAssignment = AccountKey & {
  role: Role;
  /** Applies to examiners only. */
  endsAt?: Date | undefined;
  actor: TeamManager;
  clientAddress?: string | undefined;
};

/**
 * Gives a pending account its role and sends an email about it. An unconfirmed address still has to be confirmed before the first sign-in.
 * @returns `not-waiting` if another owner has already decided, `not-allowed` if the caller is no longer a signed-in owner
 */
export async function approveAccount(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "put" | "wake"> },
  assignment: RoleAssignment,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "not-waiting" | "not-allowed" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, assignment);
    if (!found.ok) return found;
    const { account } = found;
    if (account.role !== "pending") return { ok: false, reason: "not-waiting" } as const;
    await setRole(trx, account, assignment, "account-approved");
    await outbox.put(trx, { kind: "account-approved", recipient: account.email, about: account.id });
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/**
 * Changes the role of an account, with effect from its next request. The last owner keeps the role, because only an owner can approve accounts.
 * The invitations of a former owner end. The other owners get an email about a new owner.
 * @returns `not-allowed` if the caller is no longer a signed-in owner
 */
export async function changeRole(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "wake"> },
  assignment: RoleAssignment,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "last-owner" | "not-allowed" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, assignment);
    if (!found.ok) return found;
    const { account } = found;
    if (assignment.role !== "owner" && (await isLastOwner(trx, account))) {
      return { ok: false, reason: "last-owner" } as const;
    }
    // Otherwise the invitations would become valid again if the account became an owner again.
    if (assignment.role !== "owner") await endInvitationsBy(trx, account.id);
    await setRole(trx, account, assignment, "role-changed", { from: account.role });
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

async function setRole(
  trx: Transaction<Database>,
  { id, email, role: formerRole }: { id: string; email: string; role: string },
  { role, endsAt, actor, clientAddress }: RoleAssignment,
  action: "account-approved" | "role-changed",
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const roleEndsAt = role === "examiner" ? (endsAt ?? null) : null;
  await trx
    .updateTable("staffUsers")
    .set({
      role,
      roleEndsAt,
      // A new examiner has no access to leads, even if the account had it in an earlier examination.
      mayViewLeads:
        role === "examiner"
          ? sql<boolean>`may_view_leads and role = 'examiner' and coalesce(role_ends_at > now(), true)`
          : false,
      updatedAt: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
  const auditEventId = await recordAudit(trx, {
    action,
    actor,
    subject: `account:${id}`,
    details: { ...details, role, ...(roleEndsAt === null ? {} : { until: roleEndsAt.toISOString() }) },
    clientAddress,
  });
  if (role === "owner" && formerRole !== "owner") {
    await notifyOwners(trx, { auditEventId, newOwnerEmail: email });
  }
}
