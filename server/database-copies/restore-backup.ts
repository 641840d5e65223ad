import { readdir } from "node:fs/promises";
import { recordAudit } from "#app/audit/audit.server.ts";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import {
  finishRestore,
  restoreDatabase,
  type RestoreStep,
} from "#app/backup/database/restore-database.server.ts";
import { type BackupFile, readBackup, type ReadOptions } from "#app/backup/file/backup-file.server.ts";
import { verifyAudit, verifySite } from "#app/compliance/chains/verify-chains.server.ts";
import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { formatSeconds } from "./backup-options.ts";

/** The database to restore into: a server's, or the embedded one in a folder. */
export type RestoreTarget = { databaseUrl: string | undefined; dataDir: string };

/** The streams of a command. */
type Output = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream };

export type RestoreTask = {
  shell: Output;
  target: RestoreTarget;
  /** Verified before. */
  file: BackupFile;
  read: ReadOptions;
  /** Called when the data is complete, and before servers can start on it. */
  complete?: (database: DatabaseConnection) => Promise<void>;
};

/**
 * Restores a backup into an empty database, and verifies the audit log and the archive of the site. It prints each step with its duration.
 * @returns problems of the two records, which the backup contained already, and the location of the database
 * @throws BackupProblem if it is impossible
 */
export async function restoreBackup(task: RestoreTask): Promise<{ problems: string[]; place: string }> {
  const { shell, target, file, read } = task;
  if (target.databaseUrl === undefined) await checkNewDataFolder(target.dataDir);
  const log = createLog({ level: "warn", write: (line) => shell.stderr.write(line) });
  const printStep = createStepPrinter(shell);
  const endStep = (name: string): void => {
    printStep(name);
    read.signal?.throwIfAborted();
  };
  const database = await connectDatabase({ ...target, log, purpose: "command", maxConnections: 2 });
  try {
    endStep("Opened the database");
    const { db, pool } = database;
    await restoreDatabase(
      {
        pool,
        log,
        read: () => readBackup(file.path, read),
        onStep: (step) => endStep(stepNames[step]),
      },
      file.manifest,
    );
    const site = await verifySite(db);
    endStep("Verified the record of the site");
    const results = [site, await verifyAudit(db)];
    endStep("Verified the audit log");
    await task.complete?.(database);
    await finishRestore(pool);
    return { problems: results.flatMap(({ problems }) => problems), place: database.describe() };
  } finally {
    await database.close();
  }
}

/** Records in the restored database when its data is from. */
export async function recordRestore({ db }: DatabaseConnection, { manifest }: BackupFile): Promise<void> {
  const details = { backupOf: manifest.createdAt };
  await recordAudit(db, { action: "backup-restored", actor: { kind: "shell" }, details });
}

const stepNames: Readonly<Record<RestoreStep, string>> = {
  schema: "Created the schema",
  rows: "Copied the rows",
  comparison: "Compared all rows with the backup",
  update: "Updated the schema to this release",
};

/** Prints steps with the time since the previous one. */
export function createStepPrinter({ stdout }: Pick<Output, "stdout">): (name: string) => void {
  let startedAt = performance.now();
  return (name) => {
    const now = performance.now();
    stdout.write(`${name} (${formatSeconds(now - startedAt)})\n`);
    startedAt = now;
  };
}

/** A folder with other files is probably a mistake, and a database that is not empty is detected later. */
export async function checkNewDataFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => []);
  if (names.length === 0 || names.includes("postgres")) return;
  throw new BackupProblem(`The folder ${dataDir} is not empty. Use an empty or new folder.`);
}
