import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { makeAccountLink, sendLink } from "#app/identity/links/one-time-links.server.ts";
import { isLongPassword, passwordLength } from "#app/identity/passwords/password-length.ts";
import { mayBeChosen } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { emailOf, findAccount, insertAccount } from "#app/identity/accounts/account-rows.server.ts";

type Deps = { db: Kysely<Database>; outbox: Pick<Outbox, "wake"> };

/**
 * Asks for an account: one without any right, whose address is confirmed by a link and which an owner then approves. Whether the
 * address has an account already is told, as the specification demands (section 8).
 */
export async function requestAccount(
  { db, outbox, passwords }: Deps & { passwords: Pick<Passwords, "hash"> },
  request: { email: string; password: string; clientAddress?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: "already-there" | "common-password" }> {
  const email = emailOf(request.email);
  if ((await findAccount(db, { email })) !== undefined) return { ok: false, reason: "already-there" };
  if (!(await mayBeChosen(request.password, email, passwordLength.chosenMinimum))) {
    return { ok: false, reason: "common-password" };
  }
  const passwordHash = await passwords.hash(request.password);
  const outcome = await db.transaction().execute(async (trx) => {
    const [name = email] = email.split("@", 1);
    const hasLongPassword = isLongPassword(request.password);
    const pending = { role: "pending", isConfirmed: false } as const;
    const added = await insertAccount(trx, { name, email, ...pending, passwordHash, hasLongPassword });
    if (added === undefined) return { ok: false, reason: "already-there" } as const;
    const link = await makeAccountLink(trx, "confirm", email);
    await sendLink(trx, "confirm", link?.id);
    await recordAudit(trx, {
      action: "account-requested",
      actor: { kind: "nobody" },
      subject: `account:${added.id}`,
      clientAddress: request.clientAddress,
    });
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/**
 * Sends the link that confirms an address once more, where there is an account that waits for it. What is answered, and what is done
 * for it, is the same where there is none.
 */
export async function resendConfirmation(
  { db, outbox }: Deps,
  request: { email: string; clientAddress?: string | undefined },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const link = await makeAccountLink(trx, "confirm", emailOf(request.email));
    await sendLink(trx, "confirm", link?.id);
    await recordAudit(trx, {
      action: "confirmation-requested",
      actor: { kind: "nobody" },
      subject: link && `account:${link.accountId}`,
      clientAddress: request.clientAddress,
    });
  });
  outbox.wake();
}
