import { type Kysely, sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Drops counts whose stretch of time began before a moment.
 * @param most so many at once at the most
 * @returns how many were dropped
 */
export async function dropRateLimits(db: Kysely<Database>, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rate_limits where ctid = any(array(
      select ctid from rate_limits where window_start < ${before} limit ${most}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
