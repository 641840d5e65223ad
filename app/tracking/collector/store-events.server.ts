import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { TrackingEventsTable } from "#app/data/schema/tracking-events.ts";
import { maxEventsPerVisit } from "#app/platform/limits.ts";
import type { BatchLimit } from "./address-limit.server.ts";

/** The events of one request, which belong to one visit. */
export type VisitEvents = { visitId: string; events: readonly NewEvent[] };

export type NewEvent = Omit<TrackingEventsTable, "visitId">;

/** Whether the events of one request were stored: all of them or none. */
export type EventsStored = { isWithin: boolean; isKnown: boolean; hasRoom: boolean };

/**
 * Stores the events of several requests in one statement. Resent events are ignored.
 * @returns for each request: whether it is within the limits, whether its visit exists, and whether the visit has room for it
 */
export async function storeEvents(
  db: Kysely<Database>,
  requests: readonly VisitEvents[],
  limit: BatchLimit,
): Promise<EventsStored[]> {
  const events = requests.flatMap((request, number) => request.events.map((event) => ({ ...event, number })));
  const { rows } = await sql<EventsStored & { number: number }>`
    with ${limit.allowed}, request as materialized (
      select number, sent.visit_id, size, number in (select number from allowed) as is_within,
        -- A scalar subquery always uses the index, even if the plan was made when the table was small.
        (select id from visitors where id = sent.visit_id and lead_id is null) is not null as is_known,
        -- The stored events, counted up to the limit, plus the events of this batch.
        (select count(*) from (
          select from tracking_events where visit_id = sent.visit_id limit ${maxEventsPerVisit}
        ) as earlier) + sum(size) over (partition by sent.visit_id order by number) <= ${maxEventsPerVisit} as has_room
      from unnest(
        ${[...requests.keys()]}::int[],
        ${requests.map(({ visitId }) => visitId)}::uuid[],
        ${requests.map((request) => request.events.length)}::int[]
      ) as sent (number, visit_id, size)
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
      where is_within and is_known and has_room
      -- A fixed order prevents deadlocks between statements with the same events.
      order by id
      on conflict (id) do nothing
    ), ${limit.countTowardSite(
      // A request that stores nothing has added counters for its address, which must not fill the table either.
      sql`select sum(case when is_known and has_room then size else 1 end) from request where is_within`,
    )}
    select number, is_within, is_known, has_room from request`.execute(db);
  const outcomes = new Map(rows.map(({ number, ...outcome }) => [number, outcome]));
  return requests.map((_request, number) => outcomes.get(number) ?? nothingStored);
}

const nothingStored: EventsStored = { isWithin: false, isKnown: false, hasRoom: false };
