import { type Kysely, sql } from "kysely";
import type { Database } from "./database.ts";

/** Whether the database answers just now. Why it does not is in the log already, from the connection itself. */
export async function answersQueries(db: Kysely<Database>): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}
