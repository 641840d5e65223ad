import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { refuseOtherConnections, refusePooler } from "#app/backup/move/check-connections.server.ts";
import { targetConnections } from "#app/backup/move/move-database.server.ts";
import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { describeTarget, readDatabaseUrl } from "#app/data/connection/database-url.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { checkNewDataFolder } from "./restore-backup.ts";

/** A database to move from or to. */
export type MoveEnd = {
  kind: "folder" | "server";
  /** For display, such as "the folder /srv/data". */
  place: string;
  databaseUrl: string | undefined;
  /** For a server, the folder of settings that the move hands over. */
  dataDir: string;
  /** The folder of the release whose PostgreSQL opens the folder. Default: this release. */
  postgresOfRelease?: string | undefined;
};

export function inFolder(dataDir: string, postgresOfRelease?: string): MoveEnd {
  return {
    kind: "folder",
    place: `the folder ${dataDir}`,
    databaseUrl: undefined,
    dataDir,
    postgresOfRelease,
  };
}

/** @throws BackupProblem if DATABASE_URL is not set */
export function onServer(databaseUrl: string | undefined, dataDir: string): MoveEnd {
  if (databaseUrl === undefined) {
    throw new BackupProblem("DATABASE_URL is not set. Set it to the address of the database server.");
  }
  const place = describeTarget(readDatabaseUrl(databaseUrl));
  return { kind: "server", place, databaseUrl, dataDir };
}

/**
 * Opens the source database. No server of this machine can start on it while it is open.
 * @throws BackupProblem if servers use it, or if the folder contains no database
 */
export async function openSource(end: MoveEnd, log: Log): Promise<DatabaseConnection> {
  if (end.kind === "folder") await checkDatabaseExists(end.dataDir);
  const database = await connectDatabase({ ...end, log, purpose: "exclusive command", maxConnections: 1 });
  return closeAfterProblem(database, async () => {
    await refusePooler(database.pool);
    if (end.kind === "server") await refuseOtherConnections(database.pool);
  });
}

export async function openTarget(end: MoveEnd, log: Log): Promise<DatabaseConnection> {
  if (end.kind === "folder") await checkNewDataFolder(end.dataDir);
  const database = await connectDatabase({
    ...end,
    log,
    purpose: "exclusive command",
    maxConnections: targetConnections,
  });
  return closeAfterProblem(database, () => refusePooler(database.pool));
}

async function closeAfterProblem(
  database: DatabaseConnection,
  check: () => Promise<void>,
): Promise<DatabaseConnection> {
  try {
    await check();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opening a folder without a database would create one. */
async function checkDatabaseExists(dataDir: string): Promise<void> {
  const version = await readFile(join(dataDir, "postgres", "PG_VERSION")).catch(() => undefined);
  if (version === undefined) throw new BackupProblem(`There is no database in the folder ${dataDir}.`);
}
