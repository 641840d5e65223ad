import { type Kysely, sql } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import {
  findLink,
  isOpen,
  makeInvitation,
  redeemLink,
  sendLink,
} from "#app/identity/links/one-time-links.server.ts";
import { notifyOwners } from "./notify-owners.server.ts";
import { isAcceptablePassword } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { AppError } from "#app/platform/errors.ts";
import {
  normalizeEmail,
  findAccount,
  insertAccount,
  isUnclaimed,
  lockRoles,
  isTeamManager,
  removeUnclaimed,
  type TeamManager,
} from "#app/identity/accounts/account-rows.server.ts";

/**
 * Emails a link that creates an account with a role. It replaces earlier invitations to the same address.
 * @returns `waiting` if the address already has an account that awaits approval, `not-allowed` if the caller is no longer a signed-in owner
 */
export async function inviteAccount(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "wake"> },
  invitation: {
    email: string;
    role: Exclude<Role, "pending">;
    endsAt?: Date | undefined;
    actor: Extract<TeamManager, { kind: "staff" }>;
    clientAddress?: string | undefined;
  },
): Promise<{ ok: true; id: string } | { ok: false; reason: "account-exists" | "waiting" | "not-allowed" }> {
  const { role, actor } = invitation;
  const email = normalizeEmail(invitation.email);
  const roleEndsAt = role === "examiner" ? (invitation.endsAt ?? null) : null;
  const account = await findAccount(db, { email });
  // A stranger may have requested an unclaimed account. It is deleted when the invitation is accepted.
  if (account !== undefined && !isUnclaimed(account)) {
    return { ok: false, reason: account.role === "pending" ? "waiting" : "account-exists" };
  }
  const outcome = await db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    if (!(await isTeamManager(trx, actor))) return { ok: false, reason: "not-allowed" } as const;
    const link = await makeInvitation(trx, { email, role, roleEndsAt, invitedBy: actor.id });
    await sendLink(trx, "invite", link.id);
    const auditEventId = await recordAudit(trx, {
      action: "invitation-sent",
      actor,
      subject: `invitation:${link.id}`,
      details: { role, ...(roleEndsAt === null ? {} : { until: roleEndsAt.toISOString() }) },
      clientAddress: invitation.clientAddress,
    });
    if (role === "owner") await notifyOwners(trx, { auditEventId, newOwnerEmail: email });
    return { ok: true, id: link.id } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/**
 * Creates the account of an invitation, with its role. Exactly one of several concurrent requests succeeds.
 * @param input.link the token in the link's URL
 */
export async function acceptInvitation(
  {
    db,
    outbox,
    passwords,
    keys,
  }: {
    db: Kysely<Database>;
    outbox: Pick<Outbox, "wake">;
    passwords: Pick<Passwords, "hash">;
    keys: Pick<IdentityKeys, "readLinkToken">;
  },
  input: { link: string; name: string; password: string; clientAddress?: string | undefined },
): Promise<
  | { ok: true; accountId: string; email: string }
  | { ok: false; reason: "link-expired" | "account-exists" | "common-password" }
> {
  const link = await findLink({ db, keys }, "invite", input.link);
  if (link === undefined) return { ok: false, reason: "link-expired" };
  const { id, email } = link;
  const account = await findAccount(db, { email });
  if (account !== undefined && !isUnclaimed(account)) return { ok: false, reason: "account-exists" };
  if (!(await isAcceptablePassword(input.password, email))) return { ok: false, reason: "common-password" };
  const passwordHash = await passwords.hash(input.password, "staff");
  const outcome = await db.transaction().execute(async (trx) => {
    // Locks the roles before the link, in the same order as `inviteAccount`, to avoid a deadlock.
    await lockRoles(trx);
    const redeemed = await redeemLink(trx, "invite", id);
    if (!redeemed?.role) return { ok: false, reason: "link-expired" } as const;
    const { role, roleEndsAt } = redeemed;
    const { clientAddress } = input;
    await removeUnclaimed(trx, email, { actor: { kind: "nobody" }, by: "invitation", clientAddress });
    const invited = {
      name: input.name,
      email,
      role,
      roleEndsAt,
      isConfirmed: true,
      passwordHash,
      hasLongPassword: true,
    };
    const added = await insertAccount(trx, invited);
    // The person has just confirmed another account. The rollback keeps the invitation, and the next attempt returns `account-exists`.
    if (added === undefined) throw new AppError("conflict", "The address received an account concurrently.");
    const auditEventId = await recordAudit(trx, {
      action: "invitation-accepted",
      actor: actorOf({ id: added.id, email }),
      subject: `invitation:${id}`,
      details: { role },
      clientAddress,
    });
    if (role === "owner") await notifyOwners(trx, { auditEventId, newOwnerEmail: email });
    return { ok: true, accountId: added.id, email } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/**
 * Ends an invitation.
 * @returns `gone` if it was already accepted, withdrawn or expired; `not-allowed` if the caller is no longer a signed-in owner
 */
export async function withdrawInvitation(
  { db }: { db: Kysely<Database> },
  { id, actor, clientAddress }: { id: string; actor: TeamManager; clientAddress?: string },
): Promise<{ ok: true } | { ok: false; reason: "gone" | "not-allowed" }> {
  return db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    if (!(await isTeamManager(trx, actor))) return { ok: false, reason: "not-allowed" } as const;
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
