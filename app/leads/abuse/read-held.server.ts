import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { directionOf, liesBeyond, readPage, type SortKey, type Stretch } from "#app/data/keyset.server.ts";
import { plannedAnew } from "#app/data/prepared-statements.server.ts";
import { holdsWords } from "#app/data/search.server.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";
import { withinDays } from "#app/data/within-days.server.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import { isUuid } from "#app/platform/uuid.ts";
import { practice } from "#content/practice.ts";

export type { LeadForm } from "#app/data/schema/consent-receipts.ts";
export type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";

/** Which submissions, and in which order. What is not named is not asked. */
export type HeldQuery = {
  /** Parts of the name or the address that was typed. */
  search?: string | undefined;
  /** Days of the practice's calendar, both whole. */
  from?: string | undefined;
  to?: string | undefined;
  reason?: QuarantineReason | undefined;
  isReleased?: boolean | undefined;
  sort: "newest" | "oldest";
};

/** A submission as lists tell of it. Strangers wrote name and address, and may have left either out. */
export type ListedSubmission = {
  id: string;
  form: LeadForm;
  reason: QuarantineReason;
  receivedAt: Date;
  releasedAt: Date | null;
  name: string;
  email: string;
};

/** A page of what is or was held. */
export function readHeld(
  db: Kysely<Database>,
  query: HeldQuery,
  page: PageRequest,
): Promise<PageOfRows<ListedSubmission>> {
  const order = query.sort === "newest" ? "desc" : "asc";
  return readPage(page, {
    findKey: (row) => findKey(db, row),
    select: (stretch) => selectHeld(db, { query, stretch, direction: directionOf(order, stretch) }),
  });
}

async function findKey(db: Kysely<Database>, row: string): Promise<SortKey | undefined> {
  if (!isUuid(row)) return undefined;
  const found = await db
    .selectFrom("quarantinedSubmissions")
    .select("receivedAt")
    .where("id", "=", row)
    .executeTakeFirst();
  return found && { value: found.receivedAt, id: row };
}

async function selectHeld(
  db: Kysely<Database>,
  { query, stretch, direction }: { query: HeldQuery; stretch: Stretch; direction: "asc" | "desc" },
): Promise<ListedSubmission[]> {
  return db
    .selectFrom("quarantinedSubmissions")
    .modifyFront(plannedAnew)
    .select(["id", "form", "reason", "receivedAt", "releasedAt"])
    .select([typed("name").as("name"), typed("email").as("email")])
    .where((eb) => eb.and([...conditions(query), ...beyondKey(stretch, direction)]))
    .orderBy("receivedAt", direction)
    .orderBy("id", direction)
    .limit(stretch.limit)
    .execute();
}

function beyondKey({ beyond }: Stretch, direction: "asc" | "desc"): RawBuilder<boolean>[] {
  return beyond === undefined
    ? []
    : [liesBeyond(sql.ref("receivedAt"), sql.ref("id"), { key: beyond, direction })];
}

function conditions({ search, reason, isReleased, ...days }: HeldQuery): RawBuilder<boolean>[] {
  return [
    search === undefined ? [] : holdsWords(searchForm, search),
    reason === undefined ? [] : sql<boolean>`reason = ${reason}`,
    isReleased === undefined ? [] : sql<boolean>`released_at is ${sql.raw(isReleased ? "not null" : "null")}`,
    withinDays(sql.ref("receivedAt"), { ...days, timeZone: practice.timeZone }),
  ].flat();
}

function typed(field: "name" | "email"): RawBuilder<string> {
  return sql<string>`coalesce(input ->> ${sql.lit(field)}, '')`;
}

/** As the index on it says it. */
const searchForm = sql<string>`search_form(${typed("name")} || ' ' || ${typed("email")})`;
