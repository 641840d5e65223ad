import type { Kysely } from "kysely";

/** One unchanging view of the database. It holds a connection until it is closed. */
export type Snapshot<Database> = { db: Kysely<Database>; close(): Promise<void> };

export async function openSnapshot<Database>(db: Kysely<Database>): Promise<Snapshot<Database>> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  let closing: Promise<void> | undefined;
  return {
    db: transaction,
    close() {
      // Nothing was written. Unlike a commit, this gives the connection back even where the database has gone away.
      closing ??= transaction
        .rollback()
        .execute()
        .catch(() => undefined);
      return closing;
    },
  };
}
