import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { readPage, type Stretch } from "#app/data/keyset.server.ts";
import { plannedAnew } from "#app/data/prepared-statements.server.ts";
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
  trackingEventTypes,
  type TrackingEventType,
  type TrackingQuery,
  type TrackingSort,
} from "./list-queries.ts";

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

/** A page of the events that fit a query. */
export function listTrackingEvents(
  db: Kysely<Database>,
  query: TrackingQuery,
  page: PageRequest,
): Promise<PageOfRows<TrackingEvent>> {
  return readPage(page, trackingList(db, query));
}

/** All of them, for an export. */
export function eachTrackingEvent(db: Kysely<Database>, query: TrackingQuery): AsyncGenerator<TrackingEvent> {
  return eachRow(trackingList(db, query));
}

/** How many fit a query. */
export async function countTrackingEvents(db: Kysely<Database>, query: TrackingQuery): Promise<number> {
  const { count } = await db
    .selectFrom("trackingEvents")
    .modifyFront(plannedAnew)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where((eb) => eb.and([...conditions(query), ...withinDays(timestamp, query)]))
    .executeTakeFirstOrThrow();
  return count;
}

function trackingList(db: Kysely<Database>, query: TrackingQuery): List<TrackingEvent> {
  const order = orders[query.sort];
  const select = (stretch: Stretch, asked: TrackingQuery) =>
    db
      .selectFrom("trackingEvents")
      .modifyFront(plannedAnew)
      .select(columns)
      .where((eb) => eb.and([...conditions(asked), ...withinStretch(timestamp, asked, { order, stretch })]))
      .orderBy(inOrder(order, stretch))
      .limit(stretch.limit);
  return {
    findKey: (row) => findKeyIn(db, "trackingEvents", order, row),
    select(stretch) {
      if (!isOfAnyType(query)) return select(stretch, query).execute();
      // The index on pages is in order within a type.
      const branches = trackingEventTypes.map((eventType) => select(stretch, { ...query, eventType }));
      return mergeBranches(db, branches, { order, stretch });
    },
  };
}

/** Of a page, and not of a type. A single visit has few enough events for any order. */
function isOfAnyType({ page, eventType, visit }: TrackingQuery): boolean {
  return page !== undefined && eventType === undefined && visit === undefined;
}

const timestamp = sql.ref<Date>("timestamp");

const orders: Record<TrackingSort, Order> = {
  newest: { by: [timestamp], direction: "desc" },
  oldest: { by: [timestamp], direction: "asc" },
};

function conditions(query: TrackingQuery): RawBuilder<boolean>[] {
  const { eventType, page, visit } = query;
  return [
    eventType === undefined ? [] : sql<boolean>`event_type = ${eventType}`,
    page === undefined ? [] : sql<boolean>`url = ${page}`,
    visit === undefined ? [] : sql<boolean>`visit_id = ${visit}`,
  ].flat();
}
