import { basename } from "node:path";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { dumpDatabase, type Snapshot, withSnapshot } from "#app/backup/database/dump-database.server.ts";
import {
  type BackupFile,
  explainFileProblem,
  joinBackup,
  writeBackup,
} from "#app/backup/file/backup-file.server.ts";
import type { ScryptCost } from "#app/backup/file/encryption.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Secrets } from "#app/platform/key-ring.server.ts";
import { checkBackupFolder, deletePartialBackups, pruneBackups } from "./backup-folder.server.ts";
import { type BackupRecord, recordBackup } from "./backup-records.server.ts";
import type { KeepRule } from "./choose-expired.ts";

export type BackupDeps = {
  db: Kysely<Database>;
  pool: Pool;
  clock: Clock;
  folder: string;
  /** Reads the passphrase of the file. */
  readPassphrase: () => Promise<string>;
  /** The program's secrets, which become part of the backup. */
  secrets: Secrets;
  /** Describes the release. */
  release: string;
  /** Undefined for a copy besides the daily backups. It is not recorded, and no older files are deleted. */
  keep: KeepRule | undefined;
  timeZone: string;
  /** Only tests set it. */
  cost?: ScryptCost;
  /** Cancels a running backup. */
  signal?: AbortSignal;
};

export type BackupResult =
  | {
      kind: "done";
      path: string;
      sizeBytes: number;
      rows: number;
      tables: number;
      durationMs: number;
      /** The number of old files that were deleted. */
      pruned: number;
      /** Why old files could not be deleted. The backup is complete. */
      pruneProblem?: string;
    }
  | { kind: "failed"; problem: string }
  /** Another backup or a migration is running, `isNeeded` returned false, or the backup was canceled. */
  | { kind: "skipped" };

/**
 * Writes one backup, verifies it, records it and deletes older ones. At most one runs for a database at any time.
 * @param isNeeded called while no other backup runs
 */
export async function makeBackup(
  deps: BackupDeps,
  isNeeded: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<BackupResult> {
  const startedAt = deps.clock.now();
  const record = async (result: BackupRecord["result"]): Promise<void> => {
    if (deps.keep === undefined) return;
    await recordBackup(deps.db, { startedAt, finishedAt: deps.clock.now(), result });
  };
  try {
    await checkBackupFolder(deps.folder);
    const passphrase = await deps.readPassphrase();
    const result = await withSnapshot(deps.pool, async (snapshot): Promise<BackupResult> => {
      if (!(await isNeeded())) return { kind: "skipped" };
      const { path, sizeBytes, summary } = await writeFile(deps, { snapshot, startedAt, passphrase });
      const counts = Object.values(summary.tables).map(({ rows }) => rows);
      const rows = counts.reduce((sum, count) => sum + count, 0);
      await record({ fileName: basename(path), sizeBytes, rowCount: rows });
      const durationMs = deps.clock.now().getTime() - startedAt.getTime();
      return {
        kind: "done",
        path,
        sizeBytes,
        rows,
        tables: counts.length,
        durationMs,
        ...(await prune(deps)),
      };
    });
    return result ?? { kind: "skipped" };
  } catch (error) {
    if (deps.signal?.aborted === true) return { kind: "skipped" };
    const problem = describeProblem(error);
    await record({ problem: problem ?? "An unexpected error. Find backup.failed in the log of the server." });
    if (problem === undefined) throw error;
    return { kind: "failed", problem };
  }
}

/** Deletes old backups. A failure does not make the new one worthless. */
async function prune({
  folder,
  keep,
  timeZone,
}: BackupDeps): Promise<{ pruned: number; pruneProblem?: string }> {
  if (keep === undefined) return { pruned: 0 };
  const { pruned, error } = await pruneBackups(folder, keep, timeZone);
  if (error === undefined) return { pruned };
  const problem = explainFileProblem(error, folder);
  return { pruned, pruneProblem: problem instanceof Error ? problem.message : String(problem) };
}

async function writeFile(
  { folder, release, secrets, signal, cost }: BackupDeps,
  { snapshot, startedAt, passphrase }: { snapshot: Snapshot; startedAt: Date; passphrase: string },
): Promise<BackupFile> {
  await deletePartialBackups(folder);
  const content = dumpDatabase(snapshot, { release, secrets: [...secrets] });
  return writeBackup(joinBackup(folder, startedAt), content, { passphrase, signal, cost });
}

function describeProblem(error: unknown): string | undefined {
  if (error instanceof BackupProblem) return error.message;
  if (isUnavailable(error)) return "The database was not available. Check the database, and try again.";
  return undefined;
}
