import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { isOfDemo } from "./is-demo-row.server.ts";

/** Whether the database contains demo data. Reads one index entry. */
export async function holdsDemo(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from events where ${isOfDemo(sql.ref("id"))} limit 1`.execute(db);
  return rows.length > 0;
}
