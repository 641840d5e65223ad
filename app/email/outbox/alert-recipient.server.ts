import { type RawBuilder, sql } from "kysely";
import { practice } from "#content/practice.ts";

/**
 * An expression for the address that alerts about a person go to: the colleague who follows up on the person, otherwise the firm.
 * @param email an expression for the address in the form
 */
export function alertRecipient(email: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(owner_address(${email}), ${practice.email}::text)`;
}
