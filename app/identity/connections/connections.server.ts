import { randomUUID } from "node:crypto";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { withoutTokens } from "#app/identity/accounts/account-rows.server.ts";
import { hasAuthenticator } from "#app/identity/second-factor/has-authenticator.server.ts";

/** An account that is connected to a person at the firm's provider: a row of `staff_accounts` with the issuer and the person's subject. */
export type ConnectedAccount = { id: string; email: string; isWaiting: boolean; hasAuthenticator: boolean };

/** Finds the account that is connected to a person at the provider. */
export async function findConnected(
  db: Kysely<Database>,
  issuer: string,
  subject: string,
): Promise<ConnectedAccount | undefined> {
  return db
    .selectFrom("staffAccounts as connection")
    .innerJoin("staffUsers as account", "account.id", "connection.userId")
    .select([
      "account.id",
      "account.email",
      sql<boolean>`account.role = 'pending'`.as("isWaiting"),
      hasAuthenticator(sql.ref("account.id")).as("hasAuthenticator"),
    ])
    .where("connection.providerId", "=", issuer)
    .where("connection.accountId", "=", subject)
    .executeTakeFirst();
}

/** Whether an account is connected to the provider. */
export async function isConnected(
  db: Kysely<Database>,
  issuer: string | undefined,
  accountId: string,
): Promise<boolean> {
  if (issuer === undefined) return false;
  const found = await db
    .selectFrom("staffAccounts")
    .select("id")
    .where("providerId", "=", issuer)
    .where("userId", "=", accountId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether the row `account` of `staff_users` can sign in only at the provider, so that a person who is removed there loses access here.
 * Owners keep their passkeys and passwords, because otherwise the firm would be locked out while the provider is unavailable.
 * @param issuer undefined without a provider
 */
export function mustUseProvider(issuer: string | undefined): RawBuilder<boolean> {
  if (issuer === undefined) return sql<boolean>`false`;
  return sql<boolean>`(account.role <> 'owner' and exists (
    select from staff_accounts as connection
    where connection.user_id = account.id and connection.provider_id = ${issuer}
  ))`;
}

/** Connects an account. Stores no tokens, because they are used only during the sign-in. */
export async function insertConnection(
  trx: Transaction<Database>,
  issuer: string,
  subject: string,
  userId: string,
): Promise<void> {
  await trx
    .insertInto("staffAccounts")
    .values({
      id: randomUUID(),
      accountId: subject,
      providerId: issuer,
      userId,
      password: null,
      ...withoutTokens,
    })
    .execute();
}
