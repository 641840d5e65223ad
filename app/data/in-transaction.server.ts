import type { Kysely, Transaction } from "kysely";
import type { Database } from "./database.ts";

/**
 * Runs work in the caller's transaction if there is one, else in a new one. A command that is part of another then needs no second
 * connection: if every connection of the pool waited for a second one, none would be released.
 */
export function inTransaction<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  // Kysely's own marker of a transaction.
  return db.isTransaction ? work(db as Transaction<Database>) : db.transaction().execute(work);
}
