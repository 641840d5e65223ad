import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { TrackingEventsTable } from "#app/data/schema/tracking-events.ts";
import type { BatchLimit } from "./address-limit.server.ts";

/** What happened on pages during one visit, as far as one request tells. */
export type VisitEvents = { visitId: string; events: readonly NewEvent[] };

export type NewEvent = Omit<TrackingEventsTable, "visitId">;

/** What came of the events of one request: all of them were stored, or none. */
export type EventsStored = { isWithin: boolean; isKnown: boolean };

/**
 * Stores the events of some requests in one statement. What is there already stays as it is: it was sent twice.
 * @returns of each request whether it is within the limit, and whether there is such a visit
 */
export async function storeEvents(
  db: Kysely<Database>,
  requests: readonly VisitEvents[],
  limit: BatchLimit,
): Promise<EventsStored[]> {
  const events = requests.flatMap((request, number) => request.events.map((event) => ({ ...event, number })));
  const { rows } = await sql<EventsStored & { number: number }>`
    with counted as (${limit.counting}), request as materialized (
      select number, sent.visit_id, count <= ceiling as is_within,
        -- One look into the index for each, whatever the planner thought of the table when it was small.
        (select id from visitors where id = sent.visit_id and lead_id is null) is not null as is_known
      from unnest(
        ${[...requests.keys()]}::int[],
        ${requests.map(({ visitId }) => visitId)}::uuid[],
        ${limit.keys}::text[],
        ${limit.ceilings}::int[]
      ) as sent (number, visit_id, key, ceiling)
      join counted using (key)
    ), stored as (
      insert into tracking_events
        (id, visit_id, event_type, url, timestamp, percentage, idle_time, time_on_page, target, touch)
      select id, visit_id, event_type, url, timestamp, percentage, idle_time, time_on_page, target, touch::jsonb
      from unnest(
        ${events.map(({ number }) => number)}::int[],
        ${events.map(({ id }) => id)}::uuid[],
        ${events.map(({ eventType }) => eventType)}::text[],
        ${events.map(({ url }) => url)}::text[],
        ${events.map(({ timestamp }) => timestamp.toISOString())}::timestamptz[],
        ${events.map(({ percentage }) => percentage)}::smallint[],
        ${events.map(({ idleTime }) => idleTime)}::int[],
        ${events.map(({ timeOnPage }) => timeOnPage)}::int[],
        ${events.map(({ target }) => target)}::text[],
        ${events.map(({ touch }) => (touch === null ? null : JSON.stringify(touch)))}::text[]
      ) as event (number, id, event_type, url, timestamp, percentage, idle_time, time_on_page, target, touch)
      join request using (number)
      where is_within and is_known
      -- In one order, or two statements with the same events would wait for each other in a circle.
      order by id
      on conflict (id) do nothing
    )
    select number, is_within, is_known from request`.execute(db);
  const outcomes = new Map(rows.map(({ number, ...outcome }) => [number, outcome]));
  return requests.map((_request, number) => outcomes.get(number) ?? { isWithin: false, isKnown: false });
}
