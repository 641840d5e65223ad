import { constants } from "node:fs";
import { access, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import {
  explainFileProblem,
  nameBackup,
  parseBackupName,
  partialSuffix,
} from "#app/backup/file/backup-file.server.ts";
import { chooseExpired, type KeepRule } from "./choose-expired.ts";

/**
 * Checks a folder before the database is read. It is not created, because a missing folder usually means that a disk is not mounted.
 * @throws BackupProblem if files cannot be written to it
 */
export async function checkBackupFolder(folder: string): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory()) {
      throw new BackupProblem(`${folder} is not a folder. Choose another one.`);
    }
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainFileProblem(error, folder);
  }
}

/** Deletes files of backups that were killed. Call it while no other backup of this installation runs. */
export async function deletePartialBackups(folder: string): Promise<void> {
  const names = await readdir(folder);
  const partial = names.filter(
    (name) =>
      name.endsWith(partialSuffix) && parseBackupName(name.slice(0, -partialSuffix.length)) !== undefined,
  );
  for (const name of partial) await rm(join(folder, name), { force: true });
}

/**
 * Deletes backups that the rule does not keep. Call it after a backup that was verified. A file that cannot be deleted does not keep the others.
 * @returns how many were deleted, and the first error
 */
export async function pruneBackups(
  folder: string,
  keep: KeepRule,
  timeZone: string,
): Promise<{ pruned: number; error: unknown }> {
  const times = (await readdir(folder)).map(parseBackupName).filter((at) => at !== undefined);
  const expired = chooseExpired(times, keep, timeZone);
  const results = await Promise.allSettled(expired.map((at) => rm(join(folder, nameBackup(at)))));
  const failed = results.find((result) => result.status === "rejected");
  return { pruned: results.filter(({ status }) => status === "fulfilled").length, error: failed?.reason };
}
