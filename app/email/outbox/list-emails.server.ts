import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { listOf } from "#app/data/lists/create-list-query.server.ts";
import { holdsWords } from "#app/data/lists/search.server.ts";
import type { EmailState } from "#app/data/schema/letters.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import { practice } from "#content/practice.ts";

/** Which letters, and in which order. What is not named is not asked. */
export type EmailQuery = {
  /** Parts of the recipient's address. */
  search?: string | undefined;
  /** Days of the practice's calendar, both whole. */
  from?: string | undefined;
  to?: string | undefined;
  state?: EmailState | undefined;
  kind?: string | undefined;
  /** Kinds that whoever asks may not see. */
  hiddenKinds: readonly string[];
  sort: "newest" | "oldest";
};

/** A letter as lists tell of it, without what it says. */
export type ListedEmail = {
  id: string;
  state: EmailState;
  kind: string;
  recipient: string;
  attempts: number;
  lastReply: string | null;
  createdAt: Date;
};

/** A page of the letters that fit a query. */
export function listEmails(
  db: Kysely<Database>,
  query: EmailQuery,
  page: PageRequest,
): Promise<PageOfRows<ListedEmail>> {
  const { from, to, sort } = query;
  return listOf(db, {
    table: "letters",
    rows: db
      .selectFrom("letters")
      .select(["id", "state", "kind", "recipient", "attempts", "lastReply", "createdAt"]),
    order: { by: [createdAt], direction: sort === "newest" ? "desc" : "asc" },
    conditions: conditions(query),
    days: { column: createdAt, from, to, timeZone: practice.timeZone },
  }).page(page);
}

export async function hasEmails(db: Kysely<Database>, state: EmailState): Promise<boolean> {
  const found = await db
    .selectFrom("letters")
    .select("id")
    .where("state", "=", state)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const createdAt = sql.ref<Date>("createdAt");

function conditions({ search, state, kind, hiddenKinds }: EmailQuery): RawBuilder<boolean>[] {
  return [
    search === undefined ? [] : holdsWords(sql`search_form(' ' || recipient)`, search),
    state === undefined ? [] : sql<boolean>`state = ${state}`,
    kind === undefined ? [] : sql<boolean>`kind = ${kind}`,
    hiddenKinds.length === 0 ? [] : sql<boolean>`kind <> all(${[...hiddenKinds]})`,
  ].flat();
}
