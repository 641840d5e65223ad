import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * The database clock, to the millisecond that columns store. `now()` is the start of the transaction, so after a wait for a lock it can be
 * earlier than a time that the previous holder of the lock stored.
 */
export async function readDatabaseTime(db: Kysely<Database>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp()::timestamptz(3) as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The query for the time returned no row.");
  return row.now;
}
