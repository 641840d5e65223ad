import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { demoIds } from "./demo-id.ts";

/** Whether demo data is among what is shown. One look into an index. */
export async function holdsDemo(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from events where id between ${demoIds.first} and ${demoIds.last} limit 1`.execute(db);
  return rows.length > 0;
}
