import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Order } from "#app/data/lists/keyset.server.ts";
import { type List, listOf } from "#app/data/lists/create-list-query.server.ts";
import { holdsWords } from "#app/data/lists/search.server.ts";
import { practice } from "#content/practice.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import type { SignupQuery, SignupSort } from "./signup-query.ts";

/** One sign-up for a live event, or for word of the next one, as staff see it. */
export type Signup = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  questions: string | null;
  topics: string | null;
  createdAt: Date;
  eventId: string | null;
  state: SignupState;
};

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

/** The sign-ups that fit a query. */
export function listSignups(db: Kysely<Database>, query: SignupQuery): List<Signup> {
  return listOf(db, {
    table: "linkedinLiveSignups",
    rows: db.selectFrom("linkedinLiveSignups").select(columns),
    order: orders[query.sort],
    conditions: conditions(query),
    days: { column: createdAt, from: query.from, to: query.to, timeZone: practice.timeZone },
  });
}

const createdAt = sql.ref<Date>("createdAt");

const orders: Record<SignupSort, Order> = {
  newest: { by: [createdAt], direction: "desc" },
  oldest: { by: [createdAt], direction: "asc" },
  name: { by: [sql`search_form(name)`], direction: "asc" },
};

function conditions(query: SignupQuery): RawBuilder<boolean>[] {
  const { search, event, state } = query;
  return [
    search === undefined ? [] : holdsWords(sql.ref("searchable"), search),
    event === undefined ? [] : sql<boolean>`event_id = ${event}`,
    state === undefined ? [] : sql<boolean>`state = ${state}`,
  ].flat();
}
