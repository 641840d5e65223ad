import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkKind } from "#app/data/schema/staff.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { recordAccountChange } from "#app/identity/account-changes/record-account-change.server.ts";
import {
  endInvitationsBy,
  endLinks,
  findLink,
  findOpenInvitation,
  makeAccountLink,
  redeemLink,
} from "#app/identity/links/one-time-links.server.ts";
import { requestLink, type RequestLinkDeps } from "#app/identity/links/request-link.server.ts";
import { isAcceptablePassword } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import {
  normalizeEmail,
  endAccountSessions,
  findAccount,
  hasCurrentRole,
  isUnclaimed,
  lockRoles,
  replacePassword,
} from "#app/identity/accounts/account-rows.server.ts";
import { markConfirmed } from "./confirm-email.server.ts";

/** Sends the link to set a new password if the address has an account. The response is the same for an unknown address. */
export function requestPasswordReset(
  deps: RequestLinkDeps,
  request: { email: string; clientAddress?: string | undefined },
): Promise<void> {
  return requestLink(deps, "reset", request);
}

/**
 * Returns a link that the administrator passes on to a person who cannot receive email. Only the command line uses it. An account gets a new
 * link; an invited person without an account gets the link of the invitation.
 * @returns the kind of the link and its row, from which `IdentityKeys.linkToken` derives the URL
 */
export async function getLinkToShare(
  { db }: { db: Kysely<Database> },
  { email, actor }: { email: string; actor: Actor },
): Promise<{ ok: true; kind: LinkKind; id: string } | { ok: false; reason: "unknown" }> {
  return db.transaction().execute(async (trx) => {
    const account = await findAccount(trx, { email });
    // An unclaimed account may be a stranger's, so the invitation takes precedence.
    if (account === undefined || isUnclaimed(account)) {
      const invited = await getInvitationToShare(trx, normalizeEmail(email), actor);
      if (invited.ok || account === undefined) return invited;
    }
    const kind = account.isConfirmed ? "reset" : "confirm";
    const link = await makeAccountLink(trx, kind, normalizeEmail(email));
    if (link === undefined) return { ok: false, reason: "unknown" } as const;
    await recordAudit(trx, {
      action: kind === "confirm" ? "confirmation-requested" : "password-reset-requested",
      actor,
      subject: `account:${link.accountId}`,
    });
    return { ok: true, kind, id: link.id } as const;
  });
}

async function getInvitationToShare(
  trx: Transaction<Database>,
  email: string,
  actor: Actor,
): Promise<{ ok: true; kind: "invite"; id: string } | { ok: false; reason: "unknown" }> {
  const invitation = await findOpenInvitation(trx, email);
  if (invitation === undefined) return { ok: false, reason: "unknown" };
  const { id, role } = invitation;
  await recordAudit(trx, {
    action: "invitation-sent",
    actor,
    subject: `invitation:${id}`,
    details: { role: role ?? "", by: "hand" },
  });
  return { ok: true, kind: "invite", id };
}

/**
 * Sets a new password with an emailed link, signs the account out everywhere and ends its open invitations. It also confirms the address,
 * because the link was received there.
 * @param input.link the token in the link's URL
 */
export async function resetPassword(
  {
    db,
    outbox,
    passwords,
    keys,
  }: {
    db: Kysely<Database>;
    outbox: Pick<Outbox, "put" | "wake">;
    passwords: Pick<Passwords, "hash">;
    keys: Pick<IdentityKeys, "readLinkToken">;
  },
  input: { link: string; password: string; clientAddress?: string | undefined; browser?: string | undefined },
): Promise<
  { ok: true; accountId: string; email: string } | { ok: false; reason: "link-expired" | "common-password" }
> {
  const expired = { ok: false, reason: "link-expired" } as const;
  const link = await findLink({ db, keys }, "reset", input.link);
  if (!link?.accountId) return expired;
  const { id, accountId, email } = link;
  if (!(await isAcceptablePassword(input.password, email))) return { ok: false, reason: "common-password" };
  const account = await db
    .selectFrom("staffUsers as account")
    .select(hasCurrentRole.as("hasRole"))
    .where("account.id", "=", accountId)
    .executeTakeFirst();
  const hash = await passwords.hash(input.password, account?.hasRole === true ? "staff" : "anyone");
  const isRedeemed = await db.transaction().execute(async (trx) => {
    // Locks the roles before the links, in the same order as accepting an invitation, to avoid a deadlock.
    await lockRoles(trx);
    if ((await redeemLink(trx, "reset", id)) === undefined) return false;
    await replacePassword(trx, accountId, hash);
    const sessionsEnded = await endAccountSessions(trx, accountId);
    await endLinks(trx, sql`user_id = ${accountId}`);
    await endInvitationsBy(trx, accountId);
    await markConfirmed(trx, accountId, input.clientAddress);
    await recordAccountChange(
      trx,
      { outbox },
      {
        accountId,
        email,
        change: "password-changed",
        details: { by: "reset link", sessionsEnded },
        clientAddress: input.clientAddress,
        browser: input.browser,
      },
    );
    return true;
  });
  if (!isRedeemed) return expired;
  outbox.wake();
  return { ok: true, accountId, email };
}
