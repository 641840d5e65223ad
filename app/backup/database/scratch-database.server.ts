import { randomUUID } from "node:crypto";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { connectionsTo } from "#app/data/connection/database-url.server.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { isPermissionDenied } from "#app/data/connection/postgres-errors.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { runLong } from "./copy-table.server.ts";
import { withClient } from "./transactions.server.ts";

/**
 * Creates an empty database on the server of another one.
 * @throws BackupProblem if the role lacks the privilege
 */
export async function createScratchDatabase(
  databaseUrl: string,
): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `practice_drill_${randomUUID().slice(0, 8)}`;
  try {
    await runStatement(databaseUrl, `create database ${name} encoding 'UTF8' template template0`);
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    throw new BackupProblem(
      "The role of DATABASE_URL cannot create a database for the drill. As an administrator run “alter role … createdb”, or empty DATABASE_URL for this command, which then uses a temporary embedded database.",
    );
  }
  return {
    url: replaceDatabase(databaseUrl, name),
    remove: () => runStatement(databaseUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Runs a statement about databases, outside a transaction, on the server that accepts writes. */
async function runStatement(databaseUrl: string, statement: string): Promise<void> {
  const pool = openPool(connectionsTo(databaseUrl), silentLog, { maxConnections: 1 });
  try {
    await withClient(pool, async (client) => {
      await client.query("set statement_timeout = 0");
      await runLong(client, statement);
    });
  } finally {
    await pool.end();
  }
}

/** The host part can list several hosts, which `URL` does not parse. */
function replaceDatabase(databaseUrl: string, name: string): string {
  return databaseUrl.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name}`);
}
