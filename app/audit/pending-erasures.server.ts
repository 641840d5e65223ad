import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Erasures with follow-up work pending. All times come from the database clock. */
export type PendingErasures = {
  /** Total number of erasures. */
  count: number;
  first: Date;
  last: Date;
};

/** @param settled number of erasures, counted from the oldest, that need no further work */
export async function findPendingErasures(
  db: Kysely<Database>,
  settled: number,
): Promise<PendingErasures | undefined> {
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
