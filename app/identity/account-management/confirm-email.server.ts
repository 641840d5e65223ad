import { type Kysely, sql, type Transaction } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { findLink, redeemLink } from "#app/identity/links/one-time-links.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import { insertEmails, type Outbox } from "#app/email/outbox/outbox.server.ts";
import { passwordHashOf } from "#app/identity/accounts/account-rows.server.ts";

type Deps = {
  db: Kysely<Database>;
  outbox: Pick<Outbox, "wake">;
  passwords: Pick<Passwords, "verify">;
  keys: Pick<IdentityKeys, "readLinkToken">;
};

/**
 * Confirms the address of an account by the link that was sent to it and the password that was chosen at sign-up. Without the
 * password, whoever asked for an account with somebody else's address would have it confirmed by that somebody, and keep the password.
 * @param input.link the token of the link's address
 */
export async function confirmAddress(
  { db, outbox, passwords, keys }: Deps,
  input: { link: string; password: string; clientAddress?: string | undefined },
): Promise<{ ok: true; accountId: string; email: string } | { ok: false; reason: "link-over" | "wrong" }> {
  const over = { ok: false, reason: "link-over" } as const;
  const link = await findLink({ db, keys }, "confirm", input.link);
  if (!link?.accountId) return over;
  const { id, accountId, email } = link;
  const hash = await passwordHashOf(db, accountId);
  // Anyone can request an account and receives this link, so it does not give access to the lane of staff.
  if (hash === undefined || !(await passwords.verify(hash, input.password, "anyone"))) {
    await recordAudit(db, {
      action: "sign-in-failed",
      actor: { kind: "nobody" },
      subject: `account:${accountId}`,
      details: { reason: "wrong", with: "confirmation link" },
      clientAddress: input.clientAddress,
    });
    return { ok: false, reason: "wrong" };
  }
  const isRedeemed = await db.transaction().execute(async (trx) => {
    if ((await redeemLink(trx, "confirm", id)) === undefined) return false;
    await markConfirmed(trx, accountId, input.clientAddress);
    return true;
  });
  if (!isRedeemed) return over;
  outbox.wake();
  return { ok: true, accountId, email };
}

/** Notes that whoever has the account reads its letters, and tells the owners that somebody waits. Nothing, where that was known. */
export async function markConfirmed(
  trx: Transaction<Database>,
  accountId: string,
  clientAddress: string | undefined,
): Promise<void> {
  const confirmed = await trx
    .updateTable("staffUsers")
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where("id", "=", accountId)
    .where("emailVerified", "=", false)
    .returning(["email", "role"])
    .executeTakeFirst();
  if (confirmed === undefined) return;
  await recordAudit(trx, {
    action: "address-confirmed",
    actor: actorOf({ id: accountId, email: confirmed.email }),
    subject: `account:${accountId}`,
    clientAddress,
  });
  if (confirmed.role !== "pending") return;
  await insertEmails(
    sql`select 'account-waiting', email, ${accountId}::uuid, null, null::timestamptz from staff_users
      where role = 'owner' and email_verified`,
  ).execute(trx);
}
