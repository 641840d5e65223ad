import type { Pool, PoolClient } from "pg";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { isLockTimeout } from "#app/data/connection/postgres-errors.server.ts";

export async function withClient<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

export async function inTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Locks out servers, backups and migrations for the rest of the transaction. @throws BackupProblem if one of them uses the database */
export async function lockOutOthers(client: PoolClient, problem: string): Promise<void> {
  try {
    await client.query("lock table schema_migrations in access exclusive mode nowait");
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new BackupProblem(problem);
  }
}
