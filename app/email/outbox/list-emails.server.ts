import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import { undeliverableSince } from "#app/email/bounces/undeliverable-addresses.server.ts";
import type { EmailState } from "#app/data/schema/letters.ts";
import { practice } from "#content/practice.ts";

const createdAt = sql.ref<Date>("createdAt");

/** @param hiddenKinds kinds that the reader may not see */
export function listEmails({ hiddenKinds }: { hiddenKinds: readonly string[] }) {
  return defineListQuery({
    table: "letters",
    select: (db) =>
      db
        .selectFrom("letters")
        .select(["id", "state", "kind", "recipient", "subject", "attempts", "lastReply", "createdAt"])
        .select(undeliverableSince(sql.ref("recipient")).as("undeliverableSince")),
    scope: hiddenKinds.length === 0 ? [] : [sql<boolean>`kind <> all(${[...hiddenKinds]})`],
    sorts: {
      newest: { by: [createdAt], direction: "desc" },
      oldest: { by: [createdAt], direction: "asc" },
    },
    search: { text: sql`search_form(' ' || recipient)` },
    filters: {
      state: (state: EmailState) => sql<boolean>`state = ${state}`,
      kind: (kind: string) => sql<boolean>`kind = ${kind}`,
    },
    days: { column: createdAt, timeZone: practice.timeZone },
  });
}

export type ListedEmail = RowOf<ReturnType<typeof listEmails>>;
export type EmailQuery = QueryOfList<ReturnType<typeof listEmails>>;

export async function hasEmails(db: Kysely<Database>, state: EmailState): Promise<boolean> {
  const found = await db
    .selectFrom("letters")
    .select("id")
    .where("state", "=", state)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
