import { type BackupJobDeps, startBackups } from "#app/backup/schedule/backup-job.server.ts";
import { readBackupHealth } from "#app/backup/schedule/backup-records.server.ts";
import type { Env } from "#app/platform/settings/env.server.ts";
import type { HealthProbes } from "#app/platform/health.ts";
import type { Secrets } from "#app/platform/key-ring.server.ts";
import { practice } from "#content/practice.ts";
import { describeBuild } from "#server/settings/build.ts";
import { readPassphrase } from "#server/settings/passphrase.ts";

/** The settings of daily backups. */
export type BackupSettings = Pick<BackupJobDeps, "folder" | "time"> & {
  keep: NonNullable<BackupJobDeps["keep"]>;
  passphraseFile: string;
};

/** @returns undefined if no daily backups are set up */
export function readBackupSettings(env: Env): BackupSettings | undefined {
  const { backupFolder: folder, backupPassphraseFile: passphraseFile } = env;
  if (folder === undefined || passphraseFile === undefined) return undefined;
  return { folder, passphraseFile, time: env.backupTime, keep: env.backupsKept };
}

/** What `assembleProgram` passes on from `startProgram`; undefined in tests. */
export type ProgramBackups = { settings: BackupSettings | undefined; secrets: Secrets };

type Deps = Pick<BackupJobDeps, "db" | "pool" | "clock" | "log" | "outbox"> & Partial<ProgramBackups>;

/** Starts daily backups if they are set up, and reports the state of backups. */
export function startProgramBackups({ settings, secrets, ...deps }: Deps): {
  health: HealthProbes["backups"];
  stop: () => Promise<void>;
} {
  const isScheduled = settings !== undefined && secrets !== undefined;
  const job = isScheduled
    ? startBackups({
        ...deps,
        ...settings,
        secrets,
        readPassphrase: () => readPassphrase(settings.passphraseFile),
        release: describeBuild(),
        timeZone: practice.timeZone,
      })
    : undefined;
  return {
    health: () => readBackupHealth(deps.db, { now: deps.clock.now(), isScheduled }),
    stop: () => job?.stop() ?? Promise.resolve(),
  };
}
