import { type RawBuilder, sql } from "kysely";

/**
 * The terms that sort the waiting list of an event: the order that staff can change (`management/move-waiting.server.ts`), then the number
 * of the sign-up. Promotions and displayed positions both use them.
 * @param table the name or alias of `linkedin_live_signups` in the query
 */
export function waitingOrder(table: string): readonly [RawBuilder<number>, RawBuilder<number>] {
  const number = sql.ref<number>(`${table}.place_number`);
  return [sql<number>`coalesce(${sql.ref(`${table}.waiting_order`)}, ${number})`, number];
}

/**
 * The number of people ahead of a person on the waiting list of an event.
 * @param table the name or alias of `linkedin_live_signups` in the query
 */
export function countAhead(table: string): RawBuilder<number> {
  return sql<number>`(
    select count(*)::int from linkedin_live_signups as earlier
    where earlier.event_id = ${sql.ref(`${table}.event_id`)} and earlier.state = 'waiting'
      and (${sql.join(waitingOrder("earlier"))}) < (${sql.join(waitingOrder(table))})
  )`;
}
