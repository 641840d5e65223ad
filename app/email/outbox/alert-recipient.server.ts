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
 * Who receives an email when it is sent. The owner of a person can change while an alert waits, or before staff send it again, and a new person
 * gets an owner in turn only after the form is stored. An account can also lose its role. Then an alert goes to the firm, and an email
 * about the work of the account is not sent.
 * @param email.about the id of the form that an alert is about
 * @returns undefined if the email must not be sent
 */
export async function findCurrentRecipient(
  db: Kysely<Database>,
  { recipient, about }: { recipient: string; about: string },
  category: EmailCategory,
): Promise<string | undefined> {
  if (category === "notifications") return findAlertRecipient(db, about);
  if (category !== "digests") return recipient;
  const { rows } = await sql<{ mayFollowUp: boolean }>`
    select may_follow_up(${recipient}::text) as may_follow_up`.execute(db);
  return rows[0]?.mayFollowUp === true ? recipient : undefined;
}

/** The owner of the person who sent a form, otherwise the firm. */
async function findAlertRecipient(db: Kysely<Database>, formId: string): Promise<string> {
  const { rows } = await sql<{ ownerAddress: string | null }>`
    select owner_address_of_form(${formId}::uuid) as owner_address`.execute(db);
  return rows[0]?.ownerAddress ?? practice.email;
}
