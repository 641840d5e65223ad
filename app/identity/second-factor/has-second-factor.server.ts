import { type RawBuilder, sql } from "kysely";
import { hasAuthenticator } from "./has-authenticator.server.ts";

/** Whether an account has a confirmed authenticator app or a passkey. @param accountId a query column or a value */
export function hasSecondFactor(accountId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${hasAuthenticator(accountId)}
    or exists (select from staff_passkeys as passkey where passkey.user_id = ${accountId}))`;
}
