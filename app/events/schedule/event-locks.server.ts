import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { eventColumns } from "./find-events.server.ts";

/** Takes the lock under which seats and numbers are given, and tells how the event is under it; undefined where it is gone. */
export async function lockEvent(trx: Transaction<Database>, eventId: string) {
  return trx
    .selectFrom("events")
    .select([...eventColumns, "revision"])
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Takes the lock between wishes to be told the next date, many of which may come at once, and the event that answers them.
 */
export async function lockNextDateRequests(
  trx: Transaction<Database>,
  how: "alone" | "together",
): Promise<void> {
  const lock = sql`hashtextextended('wishes for the next date', 0)`;
  await (
    how === "alone"
      ? sql`select pg_advisory_xact_lock(${lock})`
      : sql`select pg_advisory_xact_lock_shared(${lock})`
  ).execute(trx);
}
