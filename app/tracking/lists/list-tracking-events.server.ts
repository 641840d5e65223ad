import { sql } from "kysely";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import { practice } from "#content/practice.ts";
import { trackingEventTypes } from "./visit-types.ts";

const columns = [
  "id",
  "visitId",
  "eventType",
  "url",
  "timestamp",
  "percentage",
  "idleTime",
  "timeOnPage",
  "target",
] as const;

const timestamp = sql.ref<Date>("timestamp");

export const listTrackingEvents = defineListQuery({
  table: "trackingEvents",
  columns,
  select: (db) => db.selectFrom("trackingEvents").select(columns),
  sorts: {
    newest: { by: [timestamp], direction: "desc" },
    oldest: { by: [timestamp], direction: "asc" },
  },
  filters: {
    type: (type: TrackingEventType) => hasType(type),
    page: (path: string) => sql<boolean>`url = ${path}`,
    visit: (id: string) => sql<boolean>`visit_id = ${id}`,
  },
  days: { column: timestamp, timeZone: practice.timeZone },
  // The index on pages is sorted within a type. A single visit has so few events that any order is cheap.
  branches: ({ page, type, visit }) =>
    page !== undefined && type === undefined && visit === undefined ? trackingEventTypes.map(hasType) : [],
});

export type TrackingEvent = RowOf<typeof listTrackingEvents>;
export type TrackingEventQuery = QueryOfList<typeof listTrackingEvents>;

function hasType(type: TrackingEventType) {
  return sql<boolean>`event_type = ${type}`;
}
