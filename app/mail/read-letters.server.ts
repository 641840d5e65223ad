import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { directionOf, liesBeyond, readPage, type SortKey, type Stretch } from "#app/data/keyset.server.ts";
import { plannedAnew } from "#app/data/prepared-statements.server.ts";
import { holdsWords } from "#app/data/search.server.ts";
import type { LetterState } from "#app/data/schema/letters.ts";
import { withinDays } from "#app/data/within-days.server.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import { isUuid } from "#app/platform/uuid.ts";
import { practice } from "#content/practice.ts";

/** Which letters, and in which order. What is not named is not asked. */
export type LetterQuery = {
  /** Parts of the recipient's address. */
  search?: string | undefined;
  /** Days of the practice's calendar, both whole. */
  from?: string | undefined;
  to?: string | undefined;
  state?: LetterState | undefined;
  kind?: string | undefined;
  /** Kinds that whoever asks may not see. */
  hiddenKinds: readonly string[];
  sort: "newest" | "oldest";
};

/** A letter as lists tell of it, without what it says. */
export type ListedLetter = {
  id: string;
  state: LetterState;
  kind: string;
  recipient: string;
  attempts: number;
  lastReply: string | null;
  createdAt: Date;
};

/** A page of the letters that fit a query. */
export function readLetters(
  db: Kysely<Database>,
  query: LetterQuery,
  page: PageRequest,
): Promise<PageOfRows<ListedLetter>> {
  const order = query.sort === "newest" ? "desc" : "asc";
  return readPage(page, {
    findKey: (row) => findKey(db, row),
    select: (stretch) => selectLetters(db, { query, stretch, direction: directionOf(order, stretch) }),
  });
}

/** Whether there are letters that were given up. */
export async function hasGivenUpLetters(db: Kysely<Database>): Promise<boolean> {
  const found = await db
    .selectFrom("letters")
    .select("id")
    .where("state", "=", "given-up")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function findKey(db: Kysely<Database>, row: string): Promise<SortKey | undefined> {
  if (!isUuid(row)) return undefined;
  const found = await db.selectFrom("letters").select("createdAt").where("id", "=", row).executeTakeFirst();
  return found && { value: found.createdAt, id: row };
}

async function selectLetters(
  db: Kysely<Database>,
  { query, stretch, direction }: { query: LetterQuery; stretch: Stretch; direction: "asc" | "desc" },
): Promise<ListedLetter[]> {
  return db
    .selectFrom("letters")
    .modifyFront(plannedAnew)
    .select(["id", "state", "kind", "recipient", "attempts", "lastReply", "createdAt"])
    .where((eb) => eb.and([...conditions(query), ...beyondKey(stretch, direction)]))
    .orderBy("createdAt", direction)
    .orderBy("id", direction)
    .limit(stretch.limit)
    .execute();
}

function beyondKey({ beyond }: Stretch, direction: "asc" | "desc"): RawBuilder<boolean>[] {
  return beyond === undefined
    ? []
    : [liesBeyond(sql.ref("createdAt"), sql.ref("id"), { key: beyond, direction })];
}

function conditions({ search, state, kind, hiddenKinds, ...days }: LetterQuery): RawBuilder<boolean>[] {
  return [
    search === undefined ? [] : holdsWords(sql`search_form(recipient)`, search),
    state === undefined ? [] : sql<boolean>`state = ${state}`,
    kind === undefined ? [] : sql<boolean>`kind = ${kind}`,
    hiddenKinds.length === 0 ? [] : sql<boolean>`kind <> all(${[...hiddenKinds]})`,
    withinDays(sql.ref("createdAt"), { ...days, timeZone: practice.timeZone }),
  ].flat();
}
