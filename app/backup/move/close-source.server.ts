import type { PoolClient } from "pg";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { listTables } from "#app/backup/database/catalog.server.ts";
import { isLockTimeout } from "#app/data/connection/postgres-errors.server.ts";
import {
  describeMovedAway,
  marks,
  readApplied,
  readMovedAway,
} from "#app/data/migrations/check-compatibility.server.ts";
import { inLockedTransaction } from "#app/data/migrations/run-migration.server.ts";

/** @property place the other database, for display */
export type Move = { moveId: string; place: string };

const trigger = "refuse_writes_after_move";

/**
 * Closes a database: no server starts on it, and triggers refuse all writes, including those of connected servers. Writes
 * that were acknowledged before are committed, and later ones fail.
 * @throws BackupProblem if another program uses the database
 */
export async function closeSource(client: PoolClient, move: Move): Promise<void> {
  const problem =
    "Another program uses the source, so it could not be closed. Stop all servers and programs that use it, and run the move again.";
  try {
    await inLockedTransaction(client, async () => {
      if (readMovedAway(await readApplied(client)) !== undefined) return;
      await client.query("set local lock_timeout = '10s'");
      await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
        marks.movedAway,
        `${move.moveId} ${move.place}`,
      ]);
      await client.query(createFunction(client, move.place));
      for (const { name } of await listTables(client)) {
        // Waits for transactions that have written to the table.
        await client.query(`
          create trigger ${trigger} before insert or update or delete or truncate on ${client.escapeIdentifier(name)}
          for each statement execute function ${trigger}()`);
      }
    });
  } catch (error) {
    if (isLockTimeout(error)) throw new BackupProblem(problem);
    throw error;
  }
}

/** The code is that of a read-only database, so servers respond as during an outage, and ask people to try again. */
function createFunction(client: PoolClient, place: string): string {
  const message = client.escapeLiteral(describeMovedAway(place));
  const body = `begin raise exception using errcode = '25006', message = ${message}; end`;
  return `create function ${trigger}() returns trigger language plpgsql as ${client.escapeLiteral(body)}`;
}

/** Permits servers to use a database again. @returns the move that had closed it; undefined if none had */
export async function reopenSource(client: PoolClient): Promise<Move | undefined> {
  return inLockedTransaction(client, async () => {
    const { rowCount } = await client.query("select where to_regclass('schema_migrations') is not null");
    const move = rowCount === 0 ? undefined : readMovedAway(await readApplied(client));
    if (move === undefined) return undefined;
    await client.query(`drop function if exists ${trigger}() cascade`);
    await client.query("delete from schema_migrations where name = $1", [marks.movedAway]);
    return move;
  });
}
