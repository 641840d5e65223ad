import type { Kysely, Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Runs statements in the transaction of the caller, or else in a new one. */
export async function inTransaction<Result>(
  db: Kysely<Database>,
  run: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  // The class of a transaction may come from another copy of Kysely: that of the build or that of the server.
  return db.isTransaction ? run(db as Transaction<Database>) : db.transaction().execute(run);
}
