import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * Serializes the forms and preferences of one address with its erasure, until the transaction ends. Call it before other locks and reads,
 * because an erasure takes this lock first and must see all or nothing of what they store.
 */
export async function lockAddress(trx: Transaction<Database>, email: string): Promise<void> {
  // Earlier releases take this key when they save preferences.
  await sql`select pg_advisory_xact_lock(hashtextextended('preferences of ' || ${email}, 0))`.execute(trx);
}
