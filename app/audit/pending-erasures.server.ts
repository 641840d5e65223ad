import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Erasures with follow-up work pending. All times come from the database clock. */
export type PendingErasures = {
  /** Total number of erasures. */
  count: number;
  first: Date;
  /** Transaction id of the youngest pending erasure. An audit entry has the id of the transaction that erased. */
  youngestTransaction: string;
};

/** @param settled number of erasures, counted from the oldest, that need no further work */
export async function findPendingErasures(
  db: Kysely<Database>,
  settled: number,
): Promise<PendingErasures | undefined> {
  const erasures = db.selectFrom("auditEvents").where("action", "=", "person-erased");
  const all = await erasures.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const first = await erasures
    .select("at")
    .orderBy("at")
    .orderBy("id")
    .offset(settled)
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<{ xid: string }>`
    select xmin::text as xid from (
      select xmin from audit_events where action = 'person-erased' order by at, id offset ${settled}
    ) as pending order by age(xmin) limit 1`.execute(db);
  const [youngest] = rows;
  if (first === undefined || youngest === undefined) return undefined;
  return { count: all.count, first: first.at, youngestTransaction: youngest.xid };
}
