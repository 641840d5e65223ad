import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Touch, TrafficClass } from "#app/data/schema/visitors.ts";
import type { BatchLimit } from "./address-limit.server.ts";
import type { Classified } from "#app/tracking/attribution/traffic-class.server.ts";

export type AnonymousVisit = Classified & {
  id: string;
  at: Date;
  source: string;
  ipAddress: string;
  userAgent: string | null;
  browserKey: string;
  touch: Touch | null;
};

/**
 * Stores visits in one statement. Resent visits are ignored.
 * @returns for each visit whether it is within the limits and was stored
 */
export async function storeVisits(
  db: Kysely<Database>,
  visits: readonly AnonymousVisit[],
  limit: BatchLimit,
): Promise<boolean[]> {
  // Specification section 3 defines the name and the generated email. `.invalid` domains have no mailboxes.
  const { rows } = await sql<{ isWithin: boolean }>`
    with ${limit.allowed}, visit as materialized (
      select *, number in (select number from allowed) as is_within
      from unnest(
        ${[...visits.keys()]}::int[],
        ${visits.map(({ id }) => id)}::uuid[],
        ${visits.map(({ source }) => source)}::text[],
        ${visits.map(({ ipAddress }) => ipAddress)}::text[],
        ${visits.map(({ userAgent }) => userAgent)}::text[],
        ${visits.map(({ at }) => at.toISOString())}::timestamptz[],
        ${visits.map(({ browserKey }) => browserKey)}::uuid[],
        ${visits.map(({ touch }) => (touch === null ? null : JSON.stringify(touch)))}::text[],
        ${visits.map(({ trafficClass }) => trafficClass)}::text[],
        ${visits.map(({ classReason }) => classReason)}::text[]
      ) as sent
        (number, id, source, ip_address, user_agent, at, browser_key, touch, traffic_class, class_reason)
    ), stored as (
      insert into visitors
        (id, first_name, last_name, email, source, ip_address, user_agent, created_at, browser_key, last_touch, traffic_class,
         class_reason)
      select id, 'Anonymous', 'Visitor', 'visit-' || id || '@visitors.invalid', source, ip_address, user_agent, at,
        browser_key, touch::jsonb, traffic_class, class_reason
      from visit
      where is_within
      -- A fixed order prevents deadlocks between statements with the same visits.
      order by id
      on conflict (id) do nothing
    ), ${limit.countTowardSite(sql`select count(*) from visit where is_within`)}
    select is_within from visit order by number`.execute(db);
  return rows.map(({ isWithin }) => isWithin);
}

/** A visit of a browser that opts out of tracking. Only the total of the day is stored. */
export type CountedVisit = {
  /** ISO date in the firm's time zone. */
  day: string;
  trafficClass: TrafficClass;
};

/**
 * Adds visits to the totals of their days.
 * @returns for each visit whether it is within the limits and was counted
 */
export async function countVisits(
  db: Kysely<Database>,
  visits: readonly CountedVisit[],
  limit: BatchLimit,
): Promise<boolean[]> {
  const { rows } = await sql<{ isWithin: boolean }>`
    with ${limit.allowed}, visit as materialized (
      select *, number in (select number from allowed) as is_within
      from unnest(
        ${[...visits.keys()]}::int[],
        ${visits.map(({ day }) => day)}::date[],
        ${visits.map(({ trafficClass }) => trafficClass)}::text[]
      ) as sent (number, day, traffic_class)
    ), added as (
      insert into visit_totals as known (day, traffic_class, visits)
      select day, traffic_class, count(*)
      from visit
      where is_within
      group by day, traffic_class
      order by day, traffic_class
      on conflict (day, traffic_class) do update set visits = known.visits + excluded.visits
    ), ${limit.countTowardSite(sql`select count(*) from visit where is_within`)}
    select is_within from visit order by number`.execute(db);
  return rows.map(({ isWithin }) => isWithin);
}
