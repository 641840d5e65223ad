import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";

/** Erasures that something is still to be done about. Times are those of the database's clock. */
export type WaitingErasures = {
  /** How many erasures there are in all. */
  count: number;
  first: Date;
  last: Date;
};

/** @param settled how many erasures, the oldest, nothing is left to be done about */
export async function findWaitingErasures(
  db: Kysely<Database>,
  settled: number,
): Promise<WaitingErasures | undefined> {
  const erasures = db.selectFrom("auditEvents").where("action", "=", "person-erased");
  const all = await erasures
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("at").as("last")])
    .executeTakeFirstOrThrow();
  const first = await erasures
    .select("at")
    .orderBy("at")
    .orderBy("id")
    .offset(settled)
    .limit(1)
    .executeTakeFirst();
  return first === undefined ? undefined : { count: all.count, first: first.at, last: all.last };
}
