import type { Pool, PoolClient } from "pg";
import {
  readErrorCode,
  isPermissionDenied,
  isStatementTimeout,
} from "#app/data/connection/postgres-errors.server.ts";
import { isPooled } from "#app/data/connection/session.server.ts";

export type RewriteOptions = {
  /** A rewrite that takes longer fails and leaves its table unchanged. Undefined for no limit. */
  maxLockMs?: number | undefined;
  /** Called after each table. */
  onRewritten?: (table: string) => Promise<void>;
};

/** Thrown if some tables were not rewritten, with the code of PostgreSQL's first error. */
export class UnfinishedRewrite extends Error {
  override readonly name = "UnfinishedRewrite";
  readonly code: string | undefined;
  readonly tables: readonly string[];

  constructor(tables: readonly string[], cause: unknown) {
    super(`Not rewritten: ${tables.join(", ")}.`, { cause });
    this.code = readErrorCode(cause);
    this.tables = tables;
  }
}

/** Every other query on the table queues behind the lock request, so the wait is short. */
const maxLockWaitMs = 2_000;

/**
 * Rewrites tables and their indexes so that no deleted data remains in free space or planner statistics. It also clears the write-ahead
 * log if the program's role has the privilege. Each table is locked during its rewrite.
 * @returns whether the write-ahead log was cleared; on an external server the program's role may lack the privilege
 * @throws UnfinishedRewrite if a table is in use, before the later tables, or after the others if a table takes too long
 */
export async function rewriteTables(
  pool: Pool,
  tables: readonly string[],
  options: RewriteOptions = {},
): Promise<{ isLogCleared: boolean }> {
  const client = await pool.connect();
  try {
    // Behind a pooler, session timeouts would remain on a session that other clients use.
    if (!isPooled(client)) await client.query(createTimeouts("session", options.maxLockMs));
    const failure = await rewriteEach(client, tables, options);
    // PostgreSQL skips this with a warning if the role does not own the database.
    await client.query(withLongTimeout("vacuum full pg_statistic"));
    if (!isPooled(client)) await client.query("set statement_timeout = 0");
    const isLogCleared = await clearLog(client);
    if (failure !== undefined) throw failure;
    return { isLogCleared };
  } finally {
    // The connection is closed because its timeouts differ from those of the pool.
    client.release(true);
  }
}

/** @returns the tables that take too long */
async function rewriteEach(
  client: PoolClient,
  tables: readonly string[],
  { maxLockMs, onRewritten }: RewriteOptions,
): Promise<UnfinishedRewrite | undefined> {
  let failure: UnfinishedRewrite | undefined;
  for (const table of tables) {
    try {
      await (isPooled(client) ? rewriteInTransaction(client, table, maxLockMs) : rewrite(client, table));
    } catch (error) {
      failure = new UnfinishedRewrite([...(failure?.tables ?? []), table], failure?.cause ?? error);
      if (!isStatementTimeout(error)) throw failure;
      continue;
    }
    await onRewritten?.(table);
  }
  return failure;
}

function createTimeouts(scope: "session" | "local", maxLockMs = 0): string {
  return `set ${scope} lock_timeout = ${maxLockWaitMs}; set ${scope} statement_timeout = ${maxLockMs}`;
}

async function rewrite(client: PoolClient, table: string): Promise<void> {
  // Planner statistics contain sample values from the columns.
  await client.query(withLongTimeout(`vacuum (full, analyze) ${client.escapeIdentifier(table)}`));
}

/** Unlike VACUUM FULL, CLUSTER can run in a transaction, to which its timeouts then belong. */
async function rewriteInTransaction(
  client: PoolClient,
  table: string,
  maxLockMs: number | undefined,
): Promise<void> {
  const name = client.escapeIdentifier(table);
  const { rows } = await client.query<{ index: string }>(
    "select indexrelid::regclass::text as index from pg_index where indrelid = $1::regclass and indisprimary",
    [name],
  );
  await client.query("begin");
  try {
    await client.query(createTimeouts("local", maxLockMs));
    await client.query(withLongTimeout(`cluster ${name} using ${rows[0]?.index}`));
    // Forgets the index, so that an administrator's plain CLUSTER does not sort this table.
    await client.query(`alter table ${name} set without cluster`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  await client.query(withLongTimeout(`analyze ${name}`));
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
