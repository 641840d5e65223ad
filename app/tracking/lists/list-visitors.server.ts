import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Order } from "#app/data/lists/keyset.server.ts";
import { type List, listOf } from "#app/data/lists/create-list-query.server.ts";
import { holdsWords } from "#app/data/lists/search.server.ts";
import { practice } from "#content/practice.ts";
import { directSource, trafficClasses, type VisitorQuery, type VisitorSort } from "./visit-query.ts";
import type { TrafficClass } from "#app/data/schema/visitors.ts";

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

/** The visits that fit a query. */
export function listVisitors(db: Kysely<Database>, query: VisitorQuery): List<Visitor> {
  return listOf(db, {
    table: "visitors",
    rows: db.selectFrom("visitors").select(columns),
    order: orders[query.sort],
    conditions: conditions(query),
    days: { column: createdAt, from: query.from, to: query.to, timeZone: practice.timeZone },
    // The index on sources is in order within a class.
    branches: isOfAnyClass(query) ? trafficClasses.map(isOfClass) : undefined,
  });
}

/** Of a source, and not of a class. */
function isOfAnyClass({ search, source, trafficClass }: VisitorQuery): boolean {
  return source !== undefined && trafficClass === undefined && search === undefined;
}

function isOfClass(trafficClass: TrafficClass): RawBuilder<boolean> {
  return sql<boolean>`traffic_class = ${trafficClass}`;
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
    trafficClass === undefined ? [] : isOfClass(trafficClass),
  ].flat();
}
