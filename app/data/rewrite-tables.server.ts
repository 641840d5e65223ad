import type { Pool, PoolClient } from "pg";
import { isPermissionDenied } from "./constraint.server.ts";
import { isPooled } from "./session.server.ts";

/**
 * Rewrites tables with their indexes, so that nothing of their deleted rows stays in the database's files: neither in free space
 * nor in the planner's statistics, and as far as our role may do it, not in the write-ahead log. Locks each table while it is
 * rewritten.
 * @param options.maxLockMs a table that takes longer is left as it is, with an error; undefined for no limit
 * @returns whether the write-ahead log was cleared as well; on a server of the operator's our role may lack the right
 */
export async function rewriteTables(
  pool: Pool,
  tables: readonly string[],
  { maxLockMs }: { maxLockMs?: number | undefined } = {},
): Promise<{ isLogCleared: boolean }> {
  const client = await pool.connect();
  try {
    // Behind a pooler the limits would stay with a session that others use.
    if (!isPooled(client)) {
      // Every other query on the table waits behind us for the lock, so we do not wait for long.
      await client.query("set lock_timeout = '2s'");
      await client.query(`set statement_timeout = ${maxLockMs ?? 0}`);
    }
    for (const table of tables) {
      // Statistics hold examples of what is in the columns.
      await client.query(patiently(`vacuum (full, analyze) ${client.escapeIdentifier(table)}`));
    }
    // Skipped, with a warning, where we do not own the database.
    await client.query(patiently("vacuum full pg_statistic"));
    if (!isPooled(client)) await client.query("set statement_timeout = 0");
    return { isLogCleared: await clearLog(client) };
  } finally {
    // Closed, because its limits are not those of the pool's other connections.
    client.release(true);
  }
}

/** Begins a new segment of the write-ahead log; the checkpoint then removes those before it, and the files of the old tables. */
async function clearLog(client: PoolClient): Promise<boolean> {
  try {
    await client.query("select pg_switch_wal()");
    await client.query(patiently("checkpoint"));
    return true;
  } catch (error) {
    if (isPermissionDenied(error)) return false;
    throw error;
  }
}

/** The pool's own limit per query is too short to rewrite a large table. */
function patiently(text: string): { text: string; query_timeout: number } {
  return { text, query_timeout: 24 * 3_600_000 };
}
