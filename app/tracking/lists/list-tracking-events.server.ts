import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Order } from "#app/data/lists/keyset.server.ts";
import { type List, listOf } from "#app/data/lists/create-list-query.server.ts";
import { practice } from "#content/practice.ts";
import { trackingEventTypes, type TrackingQuery, type TrackingSort } from "./visit-query.ts";
import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";

/** One tracking event as staff see it. */
export type TrackingEvent = {
  id: string;
  visitId: string;
  eventType: TrackingEventType;
  url: string;
  timestamp: Date;
  percentage: number | null;
  idleTime: number | null;
  timeOnPage: number | null;
  target: string | null;
};

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

/** The events that fit a query. */
export function listTrackingEvents(db: Kysely<Database>, query: TrackingQuery): List<TrackingEvent> {
  return listOf(db, {
    table: "trackingEvents",
    rows: db.selectFrom("trackingEvents").select(columns),
    order: orders[query.sort],
    conditions: conditions(query),
    days: { column: timestamp, from: query.from, to: query.to, timeZone: practice.timeZone },
    // The index on pages is in order within a type.
    branches: isOfAnyType(query) ? trackingEventTypes.map(isOfType) : undefined,
  });
}

/** Of a page, and not of a type. A single visit has few enough events for any order. */
function isOfAnyType({ page, eventType, visit }: TrackingQuery): boolean {
  return page !== undefined && eventType === undefined && visit === undefined;
}

function isOfType(eventType: TrackingEventType): RawBuilder<boolean> {
  return sql<boolean>`event_type = ${eventType}`;
}

const timestamp = sql.ref<Date>("timestamp");

const orders: Record<TrackingSort, Order> = {
  newest: { by: [timestamp], direction: "desc" },
  oldest: { by: [timestamp], direction: "asc" },
};

function conditions(query: TrackingQuery): RawBuilder<boolean>[] {
  const { eventType, page, visit } = query;
  return [
    eventType === undefined ? [] : isOfType(eventType),
    page === undefined ? [] : sql<boolean>`url = ${page}`,
    visit === undefined ? [] : sql<boolean>`visit_id = ${visit}`,
  ].flat();
}
