import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { demoIds } from "./demo-id.ts";

/** Whether a row is demo data. */
export function isDemoRow(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${id} between ${demoIds.first}::uuid and ${demoIds.last}::uuid and ${id}::text like ${demoIds.pattern})`;
}

/** Whether the database contains demo data. Reads one index entry. */
export async function hasDemoData(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from events where ${isDemoRow(sql.ref("id"))} limit 1`.execute(db);
  return rows.length > 0;
}
