import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { readPage, type Stretch } from "#app/data/keyset.server.ts";
import { plannedAnew } from "#app/data/prepared-statements.server.ts";
import { holdsWords } from "#app/data/search.server.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import {
  eachRow,
  findKeyIn,
  inOrder,
  type List,
  mergeBranches,
  type Order,
  withinDays,
  withinStretch,
} from "./list-parts.server.ts";
import {
  directSource,
  trafficClasses,
  type TrafficClass,
  type VisitorQuery,
  type VisitorSort,
} from "./list-queries.ts";

/** One visit as staff see it: anonymous, or of somebody whom a form has named. */
export type Visitor = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  source: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  /** The row that the form made; null of an anonymous visit. */
  leadId: string | null;
  trafficClass: TrafficClass;
};

const columns = [
  "id",
  "firstName",
  "lastName",
  "email",
  "source",
  "ipAddress",
  "userAgent",
  "createdAt",
  "leadId",
  "trafficClass",
] as const;

/** A page of the visits that fit a query. */
export function listVisitors(
  db: Kysely<Database>,
  query: VisitorQuery,
  page: PageRequest,
): Promise<PageOfRows<Visitor>> {
  return readPage(page, visitorList(db, query));
}

/** All of them, for an export. */
export function eachVisitor(db: Kysely<Database>, query: VisitorQuery): AsyncGenerator<Visitor> {
  return eachRow(visitorList(db, query));
}

/** How many fit a query. */
export async function countVisitors(db: Kysely<Database>, query: VisitorQuery): Promise<number> {
  const { count } = await db
    .selectFrom("visitors")
    .modifyFront(plannedAnew)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where((eb) => eb.and([...conditions(query), ...withinDays(createdAt, query)]))
    .executeTakeFirstOrThrow();
  return count;
}

function visitorList(db: Kysely<Database>, query: VisitorQuery): List<Visitor> {
  const order = orders[query.sort];
  const select = (stretch: Stretch, asked: VisitorQuery) =>
    db
      .selectFrom("visitors")
      .modifyFront(plannedAnew)
      .select(columns)
      .where((eb) => eb.and([...conditions(asked), ...withinStretch(createdAt, asked, { order, stretch })]))
      .orderBy(inOrder(order, stretch))
      .limit(stretch.limit);
  return {
    findKey: (row) => findKeyIn(db, "visitors", order, row),
    select(stretch) {
      if (!isOfAnyClass(query)) return select(stretch, query).execute();
      // The index on sources is in order within a class.
      const branches = trafficClasses.map((trafficClass) => select(stretch, { ...query, trafficClass }));
      return mergeBranches(db, branches, { order, stretch });
    },
  };
}

/** Of a source, and not of a class. */
function isOfAnyClass({ search, source, trafficClass }: VisitorQuery): boolean {
  return source !== undefined && trafficClass === undefined && search === undefined;
}

const createdAt = sql.ref<Date>("createdAt");

const orders: Record<VisitorSort, Order> = {
  newest: { by: [createdAt], direction: "desc" },
  oldest: { by: [createdAt], direction: "asc" },
};

/** As the index has it. */
const shownSource = sql`coalesce(source, ${sql.lit(directSource)})`;

function conditions(query: VisitorQuery): RawBuilder<boolean>[] {
  const { search, source, trafficClass } = query;
  return [
    search === undefined
      ? []
      : [sql<boolean>`lead_id is not null`, holdsWords(sql.ref("searchable"), search)],
    source === undefined ? [] : sql<boolean>`${shownSource} = ${source}`,
    trafficClass === undefined ? [] : sql<boolean>`traffic_class = ${trafficClass}`,
  ].flat();
}
