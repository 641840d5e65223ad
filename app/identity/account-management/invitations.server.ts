import type { Kysely } from "kysely";
import { actorOf, recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { findLink, makeInvitation, redeemLink, sendLink } from "#app/identity/links/one-time-links.server.ts";
import { canBeChosen } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { AppError } from "#app/platform/errors.ts";
import {
  emailOf,
  findAccount,
  insertAccount,
  isUnclaimed,
  lockRoles,
  mayManageTeam,
  removeUnclaimed,
} from "#app/identity/accounts/account-rows.server.ts";

/**
 * Sends somebody a link by which they make an account that has a role at once. A newer one ends those before it.
 * @returns `waiting` where they have asked for an account by themselves, `not-allowed` where who asks is no owner any more
 */
export async function inviteAccount(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "wake"> },
  invitation: {
    email: string;
    role: Exclude<Role, "pending">;
    endsAt?: Date | undefined;
    actor: StaffActor;
    clientAddress?: string | undefined;
  },
): Promise<{ ok: true; id: string } | { ok: false; reason: "already-there" | "waiting" | "not-allowed" }> {
  const { role, actor } = invitation;
  const email = emailOf(invitation.email);
  const roleEndsAt = role === "examiner" ? (invitation.endsAt ?? null) : null;
  const account = await findAccount(db, { email });
  // Who asked for it may be a stranger: it goes when the invitation is accepted.
  if (account !== undefined && !isUnclaimed(account)) {
    return { ok: false, reason: account.role === "pending" ? "waiting" : "already-there" };
  }
  const outcome = await db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    if (!(await mayManageTeam(trx, actor))) return { ok: false, reason: "not-allowed" } as const;
    const link = await makeInvitation(trx, { email, role, roleEndsAt, invitedBy: actor.id });
    await sendLink(trx, "invite", link.id);
    await recordAudit(trx, {
      action: "invitation-sent",
      actor,
      subject: `invitation:${link.id}`,
      details: { role, ...(roleEndsAt === null ? {} : { until: roleEndsAt.toISOString() }) },
      clientAddress: invitation.clientAddress,
    });
    return { ok: true, id: link.id } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/**
 * Makes the account that somebody was invited to, with the role that the invitation names. Exactly one of two who do so at once
 * succeeds.
 * @param input.link the token of the link's address
 */
export async function acceptInvitation(
  {
    db,
    passwords,
    keys,
  }: {
    db: Kysely<Database>;
    passwords: Pick<Passwords, "hash">;
    keys: Pick<IdentityKeys, "readLinkToken">;
  },
  input: { link: string; name: string; password: string; clientAddress?: string | undefined },
): Promise<
  | { ok: true; accountId: string; email: string }
  | { ok: false; reason: "link-over" | "already-there" | "common-password" }
> {
  const link = await findLink({ db, keys }, "invite", input.link);
  if (link === undefined) return { ok: false, reason: "link-over" };
  const { id, email } = link;
  const account = await findAccount(db, { email });
  if (account !== undefined && !isUnclaimed(account)) return { ok: false, reason: "already-there" };
  if (!(await canBeChosen(input.password, email))) return { ok: false, reason: "common-password" };
  const passwordHash = await passwords.hash(input.password, "staff");
  return db.transaction().execute(async (trx) => {
    // Before the link, as whoever invites again has it: neither waits for the other.
    await lockRoles(trx);
    const redeemed = await redeemLink(trx, "invite", id);
    if (!redeemed?.role) return { ok: false, reason: "link-over" } as const;
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
    // They confirmed an account of their own within this moment. The invitation stays, and says so next time.
    if (added === undefined) throw new AppError("conflict", "The address has an account since a moment.");
    await recordAudit(trx, {
      action: "invitation-accepted",
      actor: actorOf({ id: added.id, email }),
      subject: `invitation:${id}`,
      details: { role },
      clientAddress,
    });
    return { ok: true, accountId: added.id, email } as const;
  });
}
