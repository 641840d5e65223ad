import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { isOfDemo } from "./is-demo-row.server.ts";

/** Whether demo data is among what is shown. One look into an index. */
export async function holdsDemo(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from events where ${isOfDemo(sql.ref("id"))} limit 1`.execute(db);
  return rows.length > 0;
}
