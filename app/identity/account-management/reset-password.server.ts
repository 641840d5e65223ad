import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkKind } from "#app/data/schema/staff.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { recordAccountChange } from "#app/identity/account-changes/record-account-change.server.ts";
import {
  endLinks,
  findLink,
  findOpenInvitation,
  makeAccountLink,
  redeemLink,
} from "#app/identity/links/one-time-links.server.ts";
import { requestLink, type RequestLinkDeps } from "#app/identity/links/request-link.server.ts";
import { canBeChosen } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import {
  emailOf,
  endSessionsOf,
  findAccount,
  hasCurrentRole,
  isUnclaimed,
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
 * The link by which somebody gets in who can have no letter: for the shell, whose user owns the machine. An account gets a new one. Who
 * was invited and has no account yet gets the one of the invitation.
 * @returns the kind of the link and its row; the address itself is made from it (`IdentityKeys.linkToken`)
 */
export async function makeLinkToHandOver(
  { db }: { db: Kysely<Database> },
  { email, actor }: { email: string; actor: Actor },
): Promise<{ ok: true; kind: LinkKind; id: string } | { ok: false; reason: "unknown" }> {
  return db.transaction().execute(async (trx) => {
    const account = await findAccount(trx, { email });
    // A stranger's sign-up with the address keeps nobody from being invited.
    if (account === undefined || isUnclaimed(account)) {
      const invited = await handOverInvitation(trx, emailOf(email), actor);
      if (invited.ok || account === undefined) return invited;
    }
    const kind = account.isConfirmed ? "reset" : "confirm";
    const link = await makeAccountLink(trx, kind, emailOf(email));
    if (link === undefined) return { ok: false, reason: "unknown" } as const;
    await recordAudit(trx, {
      action: kind === "confirm" ? "confirmation-requested" : "password-reset-requested",
      actor,
      subject: `account:${link.accountId}`,
    });
    return { ok: true, kind, id: link.id } as const;
  });
}

async function handOverInvitation(
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
 * Sets a new password by the link that was sent for it. It signs the account out everywhere, and confirms its address: whoever has
 * the link reads its letters.
 * @param input.link the token of the link's address
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
  { ok: true; accountId: string; email: string } | { ok: false; reason: "link-over" | "common-password" }
> {
  const over = { ok: false, reason: "link-over" } as const;
  const link = await findLink({ db, keys }, "reset", input.link);
  if (!link?.accountId) return over;
  const { id, accountId, email } = link;
  if (!(await canBeChosen(input.password, email))) return { ok: false, reason: "common-password" };
  const account = await db
    .selectFrom("staffUsers as account")
    .select(hasCurrentRole.as("hasRole"))
    .where("account.id", "=", accountId)
    .executeTakeFirst();
  const hash = await passwords.hash(input.password, account?.hasRole === true ? "staff" : "anyone");
  const isRedeemed = await db.transaction().execute(async (trx) => {
    if ((await redeemLink(trx, "reset", id)) === undefined) return false;
    await replacePassword(trx, accountId, hash);
    const sessionsEnded = await endSessionsOf(trx, accountId);
    await endLinks(trx, sql`user_id = ${accountId}`);
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
  if (!isRedeemed) return over;
  outbox.wake();
  return { ok: true, accountId, email };
}
