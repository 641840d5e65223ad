import { type RawBuilder, sql } from "kysely";

/**
 * Whether an account is asked for a code: one that was begun and never confirmed does not count. For every query that asks it.
 * @param accountId a column of the query, or a value
 */
export function hasAuthenticator(accountId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from staff_authenticators as authenticator
    where authenticator.user_id = ${accountId} and authenticator.confirmed_at is not null
  )`;
}
