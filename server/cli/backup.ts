import { resolve } from "node:path";
import { type BackupResult, makeBackup } from "#app/backup/schedule/make-backup.server.ts";
import { type Env, readEnv } from "#app/platform/settings/env.server.ts";
import { practice } from "#content/practice.ts";
import { describeBuild } from "#server/settings/build.ts";
import {
  findPassphrase,
  formatBackupSize,
  formatCount,
  formatSeconds,
} from "#server/database-copies/backup-options.ts";
import { defineCommand, done, failed, type Report, type Services } from "./command.ts";

type Options = { to?: string; passphraseFile?: string };

/** `npm run backup`: an encrypted backup of the database and its secrets. */
export const run = defineCommand(
  "backup",
  ({ program, shell, act }) => {
    program
      .description("Writes an encrypted backup of the database and its secrets, also while servers run.")
      .option("--to <folder>", "a folder for a copy besides the daily backups in BACKUP_FOLDER")
      .option("--passphrase-file <file>", "the file with the passphrase; BACKUP_PASSPHRASE_FILE by default")
      .action((options) => {
        const env = readEnv(shell.env);
        const folder = options.to === undefined ? env.backupFolder : resolve(options.to);
        if (folder === undefined) {
          return act(failed("Name a folder with --to, or set BACKUP_FOLDER to the folder for backups."));
        }
        return act((services) => backUp(services, { env, folder, options }));
      });
  },
  // A backup before an update must contain the data as it was.
  { migrates: false },
);

async function backUp(
  { db, pool, clock, secrets }: Services,
  { env, folder, options }: { env: Env; folder: string; options: Options },
): Promise<Report> {
  const result = await makeBackup({
    db,
    pool,
    clock,
    folder,
    readPassphrase: () => findPassphrase(options.passphraseFile, env),
    secrets: await secrets(),
    release: describeBuild(),
    keep: options.to === undefined ? env.backupsKept : undefined,
    timeZone: practice.timeZone,
  });
  return describe(result);
}

function describe(result: BackupResult): Report {
  if (result.kind === "failed") return failed(`No backup was made. ${result.problem}`);
  if (result.kind === "skipped") {
    return failed("No backup was made, because another backup or a migration is running. Try again later.");
  }
  const { path, rows, tables, sizeBytes, durationMs, pruned, pruneProblem } = result;
  const lines = [
    `Wrote ${path}: ${formatCount(rows, "row")} of ${formatCount(tables, "table")}, ${formatBackupSize(sizeBytes)}, in ${formatSeconds(durationMs)}.`,
    "It was read back and is intact. Keep the passphrase in another place: without it, no backup can be read.",
    ...(pruned === 0 ? [] : [`Deleted ${formatCount(pruned, "older backup")}.`]),
    ...(pruneProblem === undefined ? [] : [`Some older backups were not deleted: ${pruneProblem}`]),
  ];
  return done(lines.join("\n"));
}
