import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { eventColumns } from "./find-events.server.ts";

/**
 * Locks the row of an event, so that seats and numbers are assigned by one transaction at a time (`reserve-seat.server.ts`).
 * @returns undefined for an unknown event
 */
export async function lockEvent(trx: Transaction<Database>, eventId: string) {
  return trx
    .selectFrom("events")
    .select([...eventColumns, "revision"])
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Locks requests for the next date against a new event that answers them. Requests share the lock; an event takes it exclusively.
 */
export async function lockNextDateRequests(
  trx: Transaction<Database>,
  mode: "exclusive" | "shared",
): Promise<void> {
  const lock = sql`hashtextextended('wishes for the next date', 0)`;
  await (
    mode === "exclusive"
      ? sql`select pg_advisory_xact_lock(${lock})`
      : sql`select pg_advisory_xact_lock_shared(${lock})`
  ).execute(trx);
}

/**
 * Locks several sign-ups and then the records of their people before the sign-ups change, because the triggers lock the records in the order of
 * the changed rows. A transaction that changes one sign-up also locks the sign-up first, so the two cannot deadlock.
 * @param condition on rows of `linkedin_live_signups`
 */
export async function lockPeopleOfSignups(
  trx: Transaction<Database>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`select id from linkedin_live_signups where ${condition} order by id for no key update`.execute(
    trx,
  );
  await sql`
    select lock_people_of_addresses(array(select email from linkedin_live_signups where ${condition}))`.execute(
    trx,
  );
}
