import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailTopic } from "#app/data/schema/letter-suppressions.ts";
import type { EmailCategory } from "#app/email/definition/email-kinds.ts";
import { isUuid } from "#app/platform/text/uuid.ts";

export const emailTopics = ["reminders", "announcements"] as const satisfies readonly EmailTopic[];

/** Whether recipients can opt out of a category. */
export function isOptional(category: EmailCategory): category is EmailTopic {
  return emailTopics.some((topic) => topic === category);
}

/**
 * Whether an address opted out of a topic. An opt-out of announcements applies to all addresses of the person, because announcements are
 * promotional.
 */
export async function isSuppressed(db: Kysely<Database>, email: string, topic: EmailTopic): Promise<boolean> {
  const { rows } = await sql<{ address: string }>`
    select address from addresses_of_person(${email}) as address`.execute(db);
  const addresses = topic === "announcements" ? rows.map(({ address }) => address) : [email];
  const found = await db
    .selectFrom("letterSuppressions")
    .select("email")
    .where("email", "in", addresses.flatMap(namesOf))
    .where("topic", "=", topic)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sets which optional emails an address gets from now on. */
export async function setTopics(
  db: Kysely<Database>,
  email: string,
  wanted: readonly EmailTopic[],
  at: Date,
): Promise<void> {
  await allowTopics(db, email, wanted);
  const unwanted = emailTopics.filter((topic) => !wanted.includes(topic));
  await suppressTopics(db, email, unwanted, at);
}

/** Stops emails of some topics to an address. A topic that is already stopped keeps its date. */
export async function suppressTopics(
  db: Kysely<Database>,
  email: string,
  topics: readonly EmailTopic[],
  at: Date,
): Promise<void> {
  if (topics.length === 0) return;
  await db
    .insertInto("letterSuppressions")
    .values(topics.map((topic) => ({ email, topic, createdAt: at })))
    .onConflict((conflict) => conflict.columns(["email", "topic"]).doNothing())
    .execute();
}

/** When announcements to one of the addresses were last stopped; null if they are not stopped. */
export async function findLatestStop(db: Kysely<Database>, emails: readonly string[]): Promise<Date | null> {
  const { at } = await db
    .selectFrom("letterSuppressions")
    .select((eb) => eb.fn.max("createdAt").as("at"))
    .where("email", "in", emails.flatMap(namesOf))
    .where("topic", "=", "announcements")
    .executeTakeFirstOrThrow();
  return at;
}

/** Resumes emails of some topics to an address. */
export async function allowTopics(
  db: Kysely<Database>,
  email: string,
  topics: readonly EmailTopic[],
): Promise<void> {
  if (topics.length === 0) return;
  await db
    .deleteFrom("letterSuppressions")
    .where("email", "in", namesOf(email))
    .where("topic", "in", [...topics])
    .execute();
}

/** The topics that an address opted out of, with the time. */
export async function listSuppressions(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("letterSuppressions")
    .select(["topic", "createdAt as since"])
    .where("email", "in", namesOf(email))
    .orderBy("topic")
    .orderBy("createdAt")
    .execute();
}

/**
 * Replaces an erased address with its digest, so that its opt-outs stay in effect.
 * @returns the number of opt-outs stored under the digest
 */
export async function replaceAddressWithDigest(trx: Transaction<Database>, email: string): Promise<number> {
  await sql`
    with plain as (
      delete from letter_suppressions where email = ${email} returning topic, created_at
    )
    insert into letter_suppressions (email, topic, created_at)
    select ${digestOfAddress(email)}, topic, created_at from plain
    on conflict (email, topic) do nothing`.execute(trx);
  const hidden = await trx
    .selectFrom("letterSuppressions")
    .select("topic")
    .where("email", "=", digestOfAddress(email))
    .execute();
  return hidden.length;
}

/** Recognizes an address without storing it. @param email in lower case */
export function digestOfAddress(email: string): string {
  return `sha256:${createHash("sha256").update(email).digest("hex")}`;
}

/** The two forms in which an address can be stored: plain, or as a digest after an erasure. */
export function namesOf(email: string): [string, string] {
  return [email, digestOfAddress(email)];
}

/** The recipient of the email with this preferences key, or undefined. Only emails that can be stopped show their key. */
export async function findRecipient(db: Kysely<Database>, key: string): Promise<string | undefined> {
  return (await findEmailOfKey(db, key))?.recipient;
}

/** The email with this preferences key. */
export async function findEmailOfKey(
  db: Kysely<Database>,
  key: string,
): Promise<{ recipient: string; kind: string } | undefined> {
  if (!isUuid(key)) return undefined;
  return db
    .selectFrom("letters")
    .select(["recipient", "kind"])
    .where("preferencesKey", "=", key)
    .executeTakeFirst();
}
