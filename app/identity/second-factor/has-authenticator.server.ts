import { type RawBuilder, sql } from "kysely";

/**
 * SQL expression for whether an account has a confirmed authenticator app, so that signing in requires a code.
 * @param accountId a query column or a value
 */
export function hasAuthenticator(accountId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from staff_authenticators as authenticator
    where authenticator.user_id = ${accountId} and authenticator.confirmed_at is not null
  )`;
}

/** Whether an account has a passkey. @param accountId a query column or a value */
export function hasPasskey(accountId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from staff_passkeys as passkey where passkey.user_id = ${accountId})`;
}

/** Whether an account has a confirmed authenticator app or a passkey. @param accountId a query column or a value */
export function hasSecondFactor(accountId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${hasAuthenticator(accountId)} or ${hasPasskey(accountId)})`;
}
