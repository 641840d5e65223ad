import { recordAudit } from "#app/audit/audit.server.ts";
import { makeAccountLink, sendLink } from "#app/identity/links/one-time-links.server.ts";
import { requestLink, type RequestLinkDeps } from "#app/identity/links/request-link.server.ts";
import { isLongPassword, passwordLength } from "#app/identity/passwords/password-length.ts";
import { isAcceptablePassword } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import { allowAttempt } from "#app/identity/rate-limits/count-attempts.server.ts";
import { normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";
import { normalizeEmail, findAccount, insertAccount } from "#app/identity/accounts/account-rows.server.ts";

/**
 * Creates a pending account without permissions. The person confirms the address with a link, then an owner approves the account. The response
 * reveals whether the address has an account, as specified (section 8). Only sign-ups that send an email count toward the limits.
 */
export async function requestAccount(
  { db, clock, keys, outbox, passwords }: RequestLinkDeps & { passwords: Pick<Passwords, "hash"> },
  request: { email: string; password: string; clientAddress?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: "account-exists" | "common-password" | "too-many" }> {
  const { clientAddress } = request;
  const email = normalizeEmail(request.email);
  if ((await findAccount(db, { email })) !== undefined) return { ok: false, reason: "account-exists" };
  if (!(await isAcceptablePassword(request.password, email, passwordLength.chosenMinimum))) {
    return { ok: false, reason: "common-password" };
  }
  const passwordHash = await passwords.hash(request.password, "anyone");
  const outcome = await db.transaction().execute(async (trx) => {
    const [name = email] = email.split("@", 1);
    const hasLongPassword = isLongPassword(request.password);
    const pending = { role: "pending", isConfirmed: false } as const;
    const added = await insertAccount(trx, { name, email, ...pending, passwordHash, hasLongPassword });
    if (added === undefined) return { ok: false, reason: "account-exists" } as const;
    const counting = { db: trx, clock, keys };
    const mailbox = normalizeMailbox(email);
    const isMailboxWithin = await allowAttempt(counting, "linksByMailbox", clientAddress, mailbox);
    if (!isMailboxWithin || !(await allowAttempt(counting, "signUpsBySite", clientAddress, "site"))) {
      await trx.deleteFrom("staffUsers").where("id", "=", added.id).execute();
      // A mailbox at its limit gets the response of success, because another response would reveal requests of other people.
      return isMailboxWithin ? ({ ok: false, reason: "too-many" } as const) : ({ ok: true } as const);
    }
    const link = await makeAccountLink(trx, "confirm", email);
    await sendLink(trx, "confirm", link?.id);
    await recordAudit(trx, {
      action: "account-requested",
      actor: { kind: "nobody" },
      subject: `account:${added.id}`,
      clientAddress,
    });
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/** Sends a new confirmation link if the address has an unconfirmed account. The response is the same for other addresses. */
export function resendConfirmation(
  deps: RequestLinkDeps,
  request: { email: string; clientAddress?: string | undefined },
): Promise<void> {
  return requestLink(deps, "confirm", request);
}
