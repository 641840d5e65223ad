import { resolve } from "node:path";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { checkRelease } from "#app/backup/database/restore-database.server.ts";
import { type BackupFile, verifyBackup } from "#app/backup/file/backup-file.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { type Env, readEnv } from "#app/platform/settings/env.server.ts";
import { restoreSecrets, writeSecretSettings } from "#server/settings/secret.ts";
import { describeFile, findPassphrase } from "#server/database-copies/backup-options.ts";
import { defineCommand, done, failed, type Report, type Shell } from "./command.ts";
import {
  createStepPrinter,
  recordRestore,
  restoreBackup,
  type RestoreTarget,
} from "#server/database-copies/restore-backup.ts";

type Options = { into?: string; passphraseFile?: string };

/** `npm run restore`: a backup into an empty database. */
export const run = defineCommand("restore", ({ program, shell, act }) => {
  program
    .description("Restores a backup into an empty database: that of DATABASE_URL, else the one in DATA_DIR.")
    .argument("<file>", "the backup")
    .option("--into <target>", "another empty folder or postgres:// address")
    .option("--passphrase-file <file>", "the file with the passphrase; BACKUP_PASSPHRASE_FILE by default")
    .action(async (file, options) =>
      act(await reportBackupProblems(() => restore(shell, resolve(file), options))),
    );
});

/** Runs a command and reports the problems that the administrator can solve. Other errors are thrown. */
export async function reportBackupProblems(work: () => Promise<Report>): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupProblem) return failed(error.message);
    if (!isUnavailable(error) || !(error instanceof Error)) throw error;
    return failed(
      `The database did not accept the data (${error.message}). It cannot be used yet: correct the cause, then run the same command again.`,
    );
  }
}

async function restore(shell: Shell, path: string, options: Options): Promise<Report> {
  const env = readEnv(shell.env);
  const target = readTarget(options.into, env);
  const passphrase = await findPassphrase(options.passphraseFile, env);
  const printStep = createStepPrinter(shell);
  const file = await verifyBackup(path, { passphrase });
  checkRelease(file.manifest);
  printStep(`Checked the file: ${describeFile(file)}`);
  let advice: string | undefined;
  const { problems, place } = await restoreBackup({
    shell,
    target,
    file,
    read: { passphrase },
    async complete(database) {
      await recordRestore(database, file);
      advice = await restoreFileSecrets(target, env, file);
    },
  });
  const lines = [
    ...problems,
    problems.length === 0
      ? "The backup was restored."
      : "The backup was restored. It contained the problems above: see docs/compliance.md.",
    place,
    ...(advice === undefined ? [] : [advice]),
    "Before you start a server, read “After a restore” in docs/runbook.md.",
  ];
  return problems.length === 0 ? done(lines.join("\n")) : failed(lines.join("\n"));
}

function readTarget(into: string | undefined, { databaseUrl, dataDir }: Env): RestoreTarget {
  if (into === undefined) return { databaseUrl, dataDir };
  if (/^postgres(ql)?:\/\//.test(into)) return { databaseUrl: into, dataDir };
  return { databaseUrl: undefined, dataDir: resolve(into) };
}

/** @returns what the administrator must do, if the settings lack the secret of the backup */
async function restoreFileSecrets(
  { databaseUrl, dataDir }: RestoreTarget,
  { sessionSecret, previousSessionSecrets }: Env,
  { manifest: { secrets } }: BackupFile,
): Promise<string | undefined> {
  const isEmbedded = databaseUrl === undefined;
  if (isEmbedded) await restoreSecrets(dataDir, secrets);
  const isKnown = [sessionSecret, ...previousSessionSecrets].includes(secrets[0]);
  if (isKnown || (isEmbedded && sessionSecret === undefined)) return undefined;
  const settings = await writeSecretSettings(dataDir, secrets);
  return `The settings do not contain the secret of the backup. It is in ${settings}: set SESSION_SECRET to it, or add it to SESSION_SECRET_PREVIOUS, and then delete that file.`;
}
