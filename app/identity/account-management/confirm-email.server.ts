import { type Kysely, sql, type Transaction } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { recordAccountAction } from "#app/identity/accounts/record-account-action.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { findLink, redeemLink } from "#app/identity/links/one-time-links.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import { hasRecentEmail, insertEmails, type Outbox } from "#app/email/outbox/outbox.server.ts";
import { findAccount, findPasswordHash } from "#app/identity/accounts/account-rows.server.ts";

type Deps = {
  db: Kysely<Database>;
  outbox: Pick<Outbox, "wake">;
  passwords: Pick<Passwords, "verify">;
  keys: Pick<IdentityKeys, "readLinkToken">;
};

/**
 * Confirms the address of an account with the emailed link and the password chosen at sign-up. Without the password, the owner of an address
 * could unknowingly confirm an account that a stranger requested and whose password the stranger knows.
 * @param input.link the token in the link's URL
 */
export async function confirmAddress(
  { db, outbox, passwords, keys }: Deps,
  input: { link: string; password: string; clientAddress?: string | undefined },
): Promise<{ ok: true; accountId: string; email: string } | { ok: false; reason: "link-expired" | "wrong" }> {
  const expired = { ok: false, reason: "link-expired" } as const;
  const link = await findLink({ db, keys }, "confirm", input.link);
  if (!link?.accountId) return expired;
  const { id, accountId, email } = link;
  const hash = await findPasswordHash(db, accountId);
  // Anyone can request an account and receives this link, so it does not give access to the `staff` lane.
  if (hash === undefined || !(await passwords.verify(hash, input.password, "anyone"))) {
    const account = await findAccount(db, { id: accountId });
    await recordAccountAction(
      db,
      { id: accountId, isWaiting: account?.role === "pending" },
      {
        action: "sign-in-failed",
        actor: { kind: "nobody" },
        subject: `account:${accountId}`,
        details: { reason: "wrong", with: "confirmation link" },
        clientAddress: input.clientAddress,
      },
    );
    return { ok: false, reason: "wrong" };
  }
  const isRedeemed = await db.transaction().execute(async (trx) => {
    if ((await redeemLink(trx, "confirm", id)) === undefined) return false;
    await markConfirmed(trx, accountId, input.clientAddress);
    return true;
  });
  if (!isRedeemed) return expired;
  outbox.wake();
  return { ok: true, accountId, email };
}

/** Marks an account's address as confirmed and notifies the owners if the account awaits approval. Does nothing if it was confirmed before. */
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
  // Anyone can confirm many accounts. The team page, to which the email leads, lists all accounts that await approval.
  const isAnnounced = hasRecentEmail(
    "account-waiting",
    sql.ref("owner.email"),
    sql`select id::text from staff_users where role = 'pending'`,
  );
  await insertEmails(
    sql`select 'account-waiting', owner.email, ${accountId}::uuid, null, null::timestamptz from staff_users as owner
      where owner.role = 'owner' and owner.email_verified and not ${isAnnounced}`,
  ).execute(trx);
}
