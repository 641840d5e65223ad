import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** The ids of all records that were merged into a record, directly or into one of those. */
export async function listMergedRecords(db: Kysely<Database>, recordId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive merged as (
      select id from merged_people where merged_into = ${recordId}
      union select earlier.id from merged_people as earlier join merged on earlier.merged_into = merged.id
    )
    select id from merged order by id`.execute(db);
  return rows.map(({ id }) => id);
}
