import { type RawBuilder, sql } from "kysely";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";
import { isConfirmationSuppressed } from "./quarantine.server.ts";
import { practice } from "#content/practice.ts";

export type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";

const receivedAt = sql.ref<Date>("receivedAt");

/** The expression of the search index. */
const searchForm = sql<string>`search_form(' ' || ${submitted("name")} || ' ' || ${submitted("email")})`;

export const listQuarantined = defineListQuery({
  table: "quarantinedSubmissions",
  select: (db) =>
    db
      .selectFrom("quarantinedSubmissions")
      .select([
        "id",
        "form",
        "reason",
        "receivedAt",
        "releasedAt",
        "confirmationRequestedAt",
        "mailboxConfirmedAt",
      ])
      .select([submitted("name").as("name"), submitted("email").as("email")])
      .select(isConfirmationSuppressed.as("isConfirmationSuppressed")),
  sorts: {
    newest: { by: [receivedAt], direction: "desc" },
    oldest: { by: [receivedAt], direction: "asc" },
  },
  search: { text: searchForm },
  filters: {
    state: (state: "held" | "released") =>
      sql<boolean>`released_at is ${sql.raw(state === "released" ? "not null" : "null")}`,
    reason: (reason: QuarantineReason) => sql<boolean>`reason = ${reason}`,
  },
  days: { column: receivedAt, timeZone: practice.timeZone },
});

export type ListedSubmission = RowOf<typeof listQuarantined>;
export type QuarantineQuery = QueryOfList<typeof listQuarantined>;

/** A submitted field. The sender is unknown and may have omitted it. */
function submitted(field: "name" | "email"): RawBuilder<string> {
  return sql<string>`coalesce(input ->> ${sql.lit(field)}, '')`;
}
