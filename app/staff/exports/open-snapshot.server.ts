import { type Kysely, sql } from "kysely";
import { snapshotIdleMs } from "#app/staff/export-button/export-limits.ts";

/** A consistent view of the database. It holds a connection until it is closed. */
export type Snapshot<Database> = { db: Kysely<Database>; close(): Promise<void> };

export async function openSnapshot<Database>(db: Kysely<Database>): Promise<Snapshot<Database>> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    // Nothing was written. Unlike a commit, a rollback releases the connection even if the database is gone.
    closing ??= transaction
      .rollback()
      .execute()
      .catch(() => undefined);
    return closing;
  };
  try {
    // The default of half a minute would end the exports of slow readers.
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(snapshotIdleMs)}`.execute(
      transaction,
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { db: transaction, close };
}
