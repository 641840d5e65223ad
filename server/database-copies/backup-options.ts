import type { BackupFile } from "#app/backup/file/backup-file.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import type { Env } from "#app/platform/settings/env.server.ts";
import { readPassphrase } from "#server/settings/passphrase.ts";

/** Reads the passphrase from the file of an option or of the settings. @throws BackupProblem if there is none */
export function findPassphrase(option: string | undefined, env: Env): Promise<string> {
  const file = option ?? env.backupPassphraseFile;
  if (file !== undefined) return readPassphrase(file);
  const message =
    "Name the file with the passphrase with --passphrase-file, or set BACKUP_PASSPHRASE_FILE to it.";
  return Promise.reject(new BackupProblem(message));
}

export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

export function formatBackupSize(bytes: number): string {
  const [size, unit] = bytes < 2 ** 20 ? [bytes / 2 ** 10, "KiB"] : [bytes / 2 ** 20, "MiB"];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} seconds`;
}

/** Like “3,123 rows of 58 tables, 1.2 MiB, as of Nov 22, 2026, 2:30 AM CST, by Version 0.1.0”. */
export function describeFile({ manifest, summary, sizeBytes }: BackupFile): string {
  const counts = Object.values(summary.tables).map(({ rows }) => rows);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const at = momentIn(practice.timeZone, new Date(manifest.createdAt));
  return `${formatCount(rows, "row")} of ${formatCount(counts.length, "table")}, ${formatBackupSize(sizeBytes)}, as of ${at}, by ${manifest.release}`;
}
