import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { type OwnAccount, recordOwnChange } from "#app/identity/account-changes/own-account.server.ts";
import { markConfirmed } from "#app/identity/account-management/confirm-email.server.ts";
import { insertAccount, lockRoles, removeUnclaimed } from "#app/identity/accounts/account-rows.server.ts";
import { findConnected, insertConnection } from "#app/identity/connections/connections.server.ts";
import type { SignOnPerson } from "./read-person.server.ts";

/**
 * Creates an account without permissions for a person of the firm, which an owner approves like a sign-up.
 * @returns false if the address already has an account. It is never connected by its address alone, because then a provider that is
 * misconfigured, or that gives the address of a former colleague to another person, could take over the account.
 */
export async function requestSignOnAccount(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "wake"> },
  { issuer, person, clientAddress }: { issuer: string; person: SignOnPerson; clientAddress: string },
): Promise<boolean> {
  const isAdded = await db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    const actor = { kind: "nobody" } as const;
    // A stranger may have requested an account with the address, and knows its password.
    await removeUnclaimed(trx, person.email, { actor, by: "single sign-on", clientAddress });
    const { name, email } = person;
    const added = await insertAccount(trx, { name, email, role: "pending", isConfirmed: false });
    if (added === undefined) return false;
    await insertConnection(trx, issuer, person.subject, added.id);
    await recordAudit(trx, {
      action: "account-requested",
      actor,
      subject: `account:${added.id}`,
      details: { by: "single sign-on" },
      clientAddress,
    });
    await markConfirmed(trx, added.id, clientAddress);
    return true;
  });
  if (isAdded) outbox.wake();
  return isAdded;
}

/**
 * Connects the account of a signed-in person, who has also signed in at the provider, and notifies its address. It replaces an earlier
 * connection with the same provider.
 * @returns false if the person at the provider is connected to another account
 */
export async function connectAccount(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "put" | "wake"> },
  { issuer, subject, account }: { issuer: string; subject: string; account: OwnAccount },
): Promise<boolean> {
  const isDone = await db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    const other = await findConnected(trx, issuer, subject);
    if (other !== undefined && other.id !== account.id) return false;
    await trx
      .deleteFrom("staffAccounts")
      .where("providerId", "=", issuer)
      .where("userId", "=", account.id)
      .execute();
    await insertConnection(trx, issuer, subject, account.id);
    await recordOwnChange(trx, outbox, account, "sign-on-connected");
    return true;
  });
  if (isDone) outbox.wake();
  return isDone;
}
