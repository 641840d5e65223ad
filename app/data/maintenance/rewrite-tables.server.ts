import type { Pool, PoolClient } from "pg";
import { isPermissionDenied } from "#app/data/connection/postgres-errors.server.ts";
import { isPooled } from "#app/data/connection/session.server.ts";

/**
 * Rewrites tables and their indexes so that no deleted data remains in free space or planner statistics. It also clears the write-ahead
 * log if the program's role has the privilege. Each table is locked during its rewrite.
 * @param options.maxLockMs a rewrite that takes longer fails and leaves its table unchanged; undefined for no limit
 * @returns whether the write-ahead log was cleared; on an external server the program's role may lack the privilege
 */
export async function rewriteTables(
  pool: Pool,
  tables: readonly string[],
  { maxLockMs }: { maxLockMs?: number | undefined } = {},
): Promise<{ isLogCleared: boolean }> {
  const client = await pool.connect();
  try {
    // Behind a pooler, session timeouts would remain on a session that other clients use.
    if (!isPooled(client)) {
      // Every other query on the table queues behind this lock request, so the wait is short.
      await client.query("set lock_timeout = '2s'");
      await client.query(`set statement_timeout = ${maxLockMs ?? 0}`);
    }
    for (const table of tables) {
      // Planner statistics contain sample values from the columns.
      await client.query(withLongTimeout(`vacuum (full, analyze) ${client.escapeIdentifier(table)}`));
    }
    // PostgreSQL skips this with a warning if the role does not own the database.
    await client.query(withLongTimeout("vacuum full pg_statistic"));
    if (!isPooled(client)) await client.query("set statement_timeout = 0");
    return { isLogCleared: await clearLog(client) };
  } finally {
    // The connection is closed because its timeouts differ from those of the pool.
    client.release(true);
  }
}

/** Starts a new write-ahead log segment. The checkpoint then removes earlier segments and the old table files. */
async function clearLog(client: PoolClient): Promise<boolean> {
  try {
    await client.query("select pg_switch_wal()");
    await client.query(withLongTimeout("checkpoint"));
    return true;
  } catch (error) {
    if (isPermissionDenied(error)) return false;
    throw error;
  }
}

/** The pool's query timeout is too short to rewrite a large table. */
function withLongTimeout(text: string): { text: string; query_timeout: number } {
  return { text, query_timeout: 24 * 3_600_000 };
}
