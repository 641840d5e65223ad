import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Erasures whose data is not yet removed from the database files (`rewrite-erased.server.ts`). All times come from the database clock. */
export type PendingErasures = {
  /** Total number of erasures. */
  count: number;
  first: Date;
  /** Transaction id of the youngest pending erasure. An audit entry has the id of the transaction that erased. */
  youngestTransaction: string;
};

/** @param processedCount number of erasures, counted from the oldest, whose data is removed from the files */
export async function findPendingErasures(
  db: Kysely<Database>,
  processedCount: number,
): Promise<PendingErasures | undefined> {
  const erasures = db.selectFrom("auditEvents").where("action", "=", "person-erased");
  const all = await erasures.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const first = await erasures
    .select("at")
    .orderBy("at")
    .orderBy("id")
    .offset(processedCount)
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<{ xid: string }>`
    select xmin::text as xid from (
      select xmin from audit_events where action = 'person-erased' order by at, id offset ${processedCount}
    ) as pending order by age(xmin) limit 1`.execute(db);
  const [youngest] = rows;
  if (first === undefined || youngest === undefined) return undefined;
  return { count: all.count, first: first.at, youngestTransaction: youngest.xid };
}
