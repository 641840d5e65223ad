import { type Kysely, sql } from "kysely";
import { type DayRange, inDays } from "#app/data/lists/days.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { listEmailKinds } from "#app/email/definition/email-kinds.ts";

const emailsPerQuery = 500;

/** The number of emails that `readSentEmails` reads. */
export async function countSentEmails(db: Kysely<Database>, days: DayRange): Promise<number> {
  const { count } = await sentEmails(db, days)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The emails that a mail server first accepted on some days, oldest first, without those about staff accounts. An email that was returned
 * or retried later is one of them. Searches once, because no index orders emails by the time when they were sent, and reads the contents
 * in batches.
 */
export async function* readSentEmails(db: Kysely<Database>, days: DayRange) {
  const ids = await sentEmails(db, days).select("id").orderBy("sentAt").orderBy("id").execute();
  for (let first = 0; first < ids.length; first += emailsPerQuery) {
    const batch = ids.slice(first, first + emailsPerQuery).map(({ id }) => id);
    yield* await db
      .selectFrom("letters")
      .select([
        "id",
        "kind",
        "recipient",
        "subject",
        "bodyText",
        "bodyHtml",
        "state",
        "lastReply",
        "returnedAt",
      ])
      .select(sql<Date>`sent_at`.as("sentAt"))
      .where("id", "in", batch)
      .orderBy("sentAt")
      .orderBy("id")
      .execute();
  }
}

function sentEmails(db: Kysely<Database>, days: DayRange) {
  const within = inDays(sql.ref<Date>("sentAt"), days);
  return db
    .selectFrom("letters")
    .where("sentAt", "is not", null)
    .where("kind", "not in", listEmailKinds("account"))
    .where(({ and }) => and(within));
}
