import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailCategory } from "#app/email/definition/email-kinds.ts";
import { practice } from "#content/practice.ts";

/**
 * An expression for the address that alerts about a person go to: the colleague who follows up on the person, otherwise the firm.
 * @param email an expression for the address in the form
 */
export function alertRecipient(email: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(owner_address(${email}), ${practice.email}::text)`;
}

/**
 * Who receives an email when it is sent. An account can lose its role while an email about leads waits, or before staff send it again. Then an
 * alert of a form goes to the firm, and an email about the work of the account is not sent.
 * @returns undefined if the email must not be sent
 */
export async function findCurrentRecipient(
  db: Kysely<Database>,
  recipient: string,
  category: EmailCategory,
): Promise<string | undefined> {
  const isForStaff = category === "notifications" || category === "digests";
  if (!isForStaff || recipient === practice.email) return recipient;
  const { rows } = await sql<{ mayFollowUp: boolean }>`
    select may_follow_up(${recipient}::text) as may_follow_up`.execute(db);
  if (rows[0]?.mayFollowUp === true) return recipient;
  return category === "notifications" ? practice.email : undefined;
}
