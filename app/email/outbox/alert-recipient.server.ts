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
 * gets an owner in turn only after the form is stored. An account can also lose its role. Then an alert or a summary of alerts goes to the
 * firm, and an email about the work of the account is not sent.
 * @param email.about the id of the form that an alert is about
 * @returns undefined if the email must not be sent
 */
export async function findCurrentRecipient(
  db: Kysely<Database>,
  { kind, recipient, about }: { kind: string; recipient: string; about: string },
  category: EmailCategory,
): Promise<string | undefined> {
  if (kind === "submission-summary") return (await mayFollowUp(db, recipient)) ? recipient : practice.email;
  if (category === "notifications") return findAlertRecipient(db, about);
  if (category !== "digests") return recipient;
  return (await mayFollowUp(db, recipient)) ? recipient : undefined;
}

async function mayFollowUp(db: Kysely<Database>, address: string): Promise<boolean> {
  const { rows } = await sql<{ mayFollowUp: boolean }>`
    select may_follow_up(${address}::text) as may_follow_up`.execute(db);
  return rows[0]?.mayFollowUp === true;
}

/** An expression for the address that an alert about a form goes to: the owner of the person who sent it, otherwise the firm. */
export function alertRecipientOfForm(formId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(owner_address_of_form(${formId}), ${practice.email}::text)`;
}

async function findAlertRecipient(db: Kysely<Database>, formId: string): Promise<string> {
  const { rows } = await sql<{ recipient: string }>`
    select ${alertRecipientOfForm(sql`${formId}::uuid`)} as recipient`.execute(db);
  return rows[0]?.recipient ?? practice.email;
}
