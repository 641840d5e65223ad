import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** The number of people on each waiting list, by event id. */
export async function countWaiting(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("linkedinLiveSignups")
    .select(["eventId", (eb) => eb.fn.countAll<number>().as("waiting")])
    .where("state", "=", "waiting")
    .where("eventId", "is not", null)
    .groupBy("eventId")
    .execute();
  return new Map(rows.map(({ eventId, waiting }) => [eventId ?? "", waiting]));
}
