import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { listOf } from "#app/data/lists/create-list-query.server.ts";
import { holdsWords } from "#app/data/lists/search.server.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import { practice } from "#content/practice.ts";

export type { LeadForm } from "#app/data/schema/consent-receipts.ts";
export type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";

/** Which submissions, and in which order. What is not named is not asked. */
export type QuarantineQuery = {
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
  confirmationRequestedAt: Date | null;
  name: string;
  email: string;
};

/** A page of what is or was held. */
export function listQuarantined(
  db: Kysely<Database>,
  query: QuarantineQuery,
  page: PageRequest,
): Promise<PageOfRows<ListedSubmission>> {
  const { from, to, sort } = query;
  return listOf(db, {
    table: "quarantinedSubmissions",
    rows: db
      .selectFrom("quarantinedSubmissions")
      .select(["id", "form", "reason", "receivedAt", "releasedAt", "confirmationRequestedAt"])
      .select([typed("name").as("name"), typed("email").as("email")]),
    order: { by: [receivedAt], direction: sort === "newest" ? "desc" : "asc" },
    conditions: conditions(query),
    days: { column: receivedAt, from, to, timeZone: practice.timeZone },
  }).page(page);
}

const receivedAt = sql.ref<Date>("receivedAt");

function conditions({ search, reason, isReleased }: QuarantineQuery): RawBuilder<boolean>[] {
  return [
    search === undefined ? [] : holdsWords(searchForm, search),
    reason === undefined ? [] : sql<boolean>`reason = ${reason}`,
    isReleased === undefined ? [] : sql<boolean>`released_at is ${sql.raw(isReleased ? "not null" : "null")}`,
  ].flat();
}

function typed(field: "name" | "email"): RawBuilder<string> {
  return sql<string>`coalesce(input ->> ${sql.lit(field)}, '')`;
}

/** As the index on it says it. */
const searchForm = sql<string>`search_form(' ' || ${typed("name")} || ' ' || ${typed("email")})`;
