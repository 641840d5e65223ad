import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Limits the damage from a bug or an undetected wrong clock. Later runs delete the remaining rows. */
export const maxDeletedShare = 0.05;
/** Without this minimum, small tables would take too many runs. */
export const minDeletedRows = 100;

/** Returns the maximum number of rows that one run of an age-based deletion job may delete from a table. */
export async function maxDeletions(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return Math.max(Math.ceil((rows[0]?.count ?? 0) * maxDeletedShare), minDeletedRows);
}
