import { sql } from "kysely";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import type { TrafficClass } from "#app/data/schema/visitors.ts";
import { practice } from "#content/practice.ts";
import { directSource, trafficClasses } from "./visit-types.ts";

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

const createdAt = sql.ref<Date>("createdAt");

/** The expression of the index on sources. */
const shownSource = sql`coalesce(source, ${sql.lit(directSource)})`;

export const listVisitors = defineListQuery({
  table: "visitors",
  columns,
  select: (db) => db.selectFrom("visitors").select(columns),
  sorts: {
    newest: { by: [createdAt], direction: "desc" },
    oldest: { by: [createdAt], direction: "asc" },
  },
  search: { text: sql.ref("searchable"), condition: sql`lead_id is not null` },
  filters: {
    source: (source: string) => sql<boolean>`${shownSource} = ${source}`,
    class: (trafficClass: TrafficClass) => hasClass(trafficClass),
  },
  days: { column: createdAt, timeZone: practice.timeZone },
  // The index on sources is sorted within a class.
  branches: ({ search, source, class: trafficClass }) =>
    source !== undefined && trafficClass === undefined && search === undefined
      ? trafficClasses.map(hasClass)
      : [],
});

export type Visitor = RowOf<typeof listVisitors>;
export type VisitorQuery = QueryOfList<typeof listVisitors>;

function hasClass(trafficClass: TrafficClass) {
  return sql<boolean>`traffic_class = ${trafficClass}`;
}
