import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { LetterTopic } from "#app/data/schema/letter-suppressions.ts";
import { isUuid } from "#app/platform/uuid.ts";

export type { LetterTopic } from "#app/data/schema/letter-suppressions.ts";

export const letterTopics = ["reminders", "announcements"] as const satisfies readonly LetterTopic[];

/** Whether an address wants no letters of a topic. */
export async function isSuppressed(
  db: Kysely<Database>,
  email: string,
  topic: LetterTopic,
): Promise<boolean> {
  const found = await db
    .selectFrom("letterSuppressions")
    .select("email")
    .where("email", "=", email)
    .where("topic", "=", topic)
    .executeTakeFirst();
  return found !== undefined;
}

/** Which letters the recipient of a letter wants, by the key in that letter; undefined where there is no such letter. */
export async function findPreferences(
  db: Kysely<Database>,
  key: string,
): Promise<{ wanted: LetterTopic[] } | undefined> {
  const recipient = await recipientOf(db, key);
  if (recipient === undefined) return undefined;
  const rows = await db
    .selectFrom("letterSuppressions")
    .select("topic")
    .where("email", "=", recipient)
    .execute();
  const unwanted = new Set(rows.map(({ topic }) => topic));
  return { wanted: letterTopics.filter((topic) => !unwanted.has(topic)) };
}

/**
 * Keeps what the recipient of a letter wants from now on.
 * @returns false where there is no letter with this key
 */
export async function setPreferences(
  db: Kysely<Database>,
  key: string,
  wanted: readonly LetterTopic[],
): Promise<boolean> {
  const email = await recipientOf(db, key);
  if (email === undefined) return false;
  const unwanted = letterTopics.filter((topic) => !wanted.includes(topic));
  await db.transaction().execute(async (trx) => {
    if (wanted.length > 0) {
      await trx
        .deleteFrom("letterSuppressions")
        .where("email", "=", email)
        .where("topic", "in", [...wanted])
        .execute();
    }
    if (unwanted.length > 0) {
      await trx
        .insertInto("letterSuppressions")
        .values(unwanted.map((topic) => ({ email, topic })))
        .onConflict((conflict) => conflict.columns(["email", "topic"]).doNothing())
        .execute();
    }
  });
  return true;
}

/** Every letter has a key; it stands in those to visitors alone. */
async function recipientOf(db: Kysely<Database>, key: string): Promise<string | undefined> {
  if (!isUuid(key)) return undefined;
  const letter = await db
    .selectFrom("letters")
    .select("recipient")
    .where("preferencesKey", "=", key)
    .executeTakeFirst();
  return letter?.recipient;
}
