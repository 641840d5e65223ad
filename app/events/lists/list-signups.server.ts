import { sql } from "kysely";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import { practice } from "#content/practice.ts";

const columns = [
  "id",
  "name",
  "email",
  "phone",
  "questions",
  "topics",
  "createdAt",
  "eventId",
  "state",
] as const;

const createdAt = sql.ref<Date>("createdAt");

export const listSignups = defineListQuery({
  table: "linkedinLiveSignups",
  columns,
  select: (db) => db.selectFrom("linkedinLiveSignups").select(columns),
  sorts: {
    newest: { by: [createdAt], direction: "desc" },
    oldest: { by: [createdAt], direction: "asc" },
    name: { by: [sql`search_form(name)`], direction: "asc" },
  },
  search: { text: sql.ref("searchable") },
  filters: {
    event: (eventId: string) => sql<boolean>`event_id = ${eventId}`,
    state: (state: SignupState) => sql<boolean>`state = ${state}`,
  },
  days: { column: createdAt, timeZone: practice.timeZone },
});

export type Signup = RowOf<typeof listSignups>;
export type SignupQuery = QueryOfList<typeof listSignups>;
