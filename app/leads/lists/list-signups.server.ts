import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { readPage } from "#app/data/keyset.server.ts";
import { plannedAnew } from "#app/data/prepared-statements.server.ts";
import { holdsWords } from "#app/data/search.server.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import {
  eachRow,
  findKeyIn,
  inOrder,
  type List,
  type Order,
  withinDays,
  withinStretch,
} from "./list-parts.server.ts";
import type { SignupQuery, SignupSort, SignupState } from "./list-queries.ts";

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

/** A page of the sign-ups that fit a query. */
export function listSignups(
  db: Kysely<Database>,
  query: SignupQuery,
  page: PageRequest,
): Promise<PageOfRows<Signup>> {
  return readPage(page, signupList(db, query));
}

/** All of them, for an export. */
export function eachSignup(db: Kysely<Database>, query: SignupQuery): AsyncGenerator<Signup> {
  return eachRow(signupList(db, query));
}

/** How many fit a query; all where nothing is asked. */
export async function countSignups(db: Kysely<Database>, query?: SignupQuery): Promise<number> {
  const { count } = await db
    .selectFrom("linkedinLiveSignups")
    .modifyFront(plannedAnew)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where((eb) => eb.and(query === undefined ? [] : [...conditions(query), ...withinDays(createdAt, query)]))
    .executeTakeFirstOrThrow();
  return count;
}

function signupList(db: Kysely<Database>, query: SignupQuery): List<Signup> {
  const order = orders[query.sort];
  return {
    findKey: (row) => findKeyIn(db, "linkedinLiveSignups", order, row),
    select: (stretch) =>
      db
        .selectFrom("linkedinLiveSignups")
        .modifyFront(plannedAnew)
        .select(columns)
        .where((eb) => eb.and([...conditions(query), ...withinStretch(createdAt, query, { order, stretch })]))
        .orderBy(inOrder(order, stretch))
        .limit(stretch.limit)
        .execute(),
  };
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
