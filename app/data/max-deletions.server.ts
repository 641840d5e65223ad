import { type Kysely, sql } from "kysely";
import type { Database } from "./database.ts";

/** A mistake, or a clock that is wrong after all, is noticed before a table is empty. The rest goes in later runs. */
export const maxDeletedShare = 0.05;
/** Small tables would take too long otherwise. */
export const minDeletedRows = 100;

/** How many rows of a table one run of a job that deletes by age may delete. */
export async function maxDeletions(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return Math.max(Math.ceil((rows[0]?.count ?? 0) * maxDeletedShare), minDeletedRows);
}
