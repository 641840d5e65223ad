import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { checkRelease } from "#app/backup/database/restore-database.server.ts";
import { createScratchDatabase } from "#app/backup/database/scratch-database.server.ts";
import { type ReadOptions, verifyBackup } from "#app/backup/file/backup-file.server.ts";
import { readEnv } from "#app/platform/settings/env.server.ts";
import { describeFile, findPassphrase } from "#server/database-copies/backup-options.ts";
import { defineCommand, done, failed, type Report, type Shell } from "./command.ts";
import {
  createStepPrinter,
  recordRestore,
  restoreBackup,
  type RestoreTarget,
} from "#server/database-copies/restore-backup.ts";
import { reportBackupProblems } from "./restore.ts";

type Options = { drill?: true; scratch?: string; passphraseFile?: string };

/** `npm run verify`: checks a backup, and rehearses its restore. */
export const run = defineCommand("verify", ({ program, shell, act }) => {
  program
    .description("Checks a backup completely.")
    .argument("<file>", "the backup")
    .option("--drill", "restore it into a temporary database, compare all rows, and remove the database")
    .option(
      "--scratch <folder>",
      "where the drill creates a temporary data folder, if DATABASE_URL is not set",
    )
    .option("--passphrase-file <file>", "the file with the passphrase; BACKUP_PASSPHRASE_FILE by default")
    .action(async (file, options) =>
      act(await reportBackupProblems(() => verify(shell, resolve(file), options))),
    );
});

async function verify(shell: Shell, path: string, options: Options): Promise<Report> {
  const env = readEnv(shell.env);
  const read: ReadOptions = {
    passphrase: await findPassphrase(options.passphraseFile, env),
    signal: abortBySignals(),
  };
  const printStep = createStepPrinter(shell);
  const file = await verifyBackup(path, read);
  printStep(`Checked the file: ${describeFile(file)}`);
  if (options.drill !== true) return done("The backup is intact.");
  checkRelease(file.manifest);
  const startedAt = performance.now();
  const scratch = env.databaseUrl === undefined ? makeFolder(options.scratch) : makeDatabase(env.databaseUrl);
  const { target, remove } = await scratch;
  try {
    const { problems } = await restoreBackup({
      shell,
      target: { dataDir: env.dataDir, ...target },
      file,
      read,
      // As in a restore, which fails if the audit log does not accept an event.
      complete: (database) => recordRestore(database, file),
    });
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    if (problems.length === 0) {
      return done(`The backup can be restored, in ${minutes} minutes. The temporary database was removed.`);
    }
    return failed(
      [
        ...problems,
        "The backup can be restored. It contains the problems above: see docs/compliance.md.",
      ].join("\n"),
    );
  } finally {
    await remove();
  }
}

/** Ends the drill after its current step when Ctrl-C is pressed, so that it removes the temporary database. A second signal ends the process. */
function abortBySignals(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => interrupted.abort(new BackupProblem("The check was interrupted.")));
  }
  return interrupted.signal;
}

type Scratch = {
  target: Pick<RestoreTarget, "databaseUrl"> & { dataDir?: string };
  remove: () => Promise<void>;
};

async function makeFolder(parent = tmpdir()): Promise<Scratch> {
  const folder = await mkdtemp(join(resolve(parent), "practice-drill-"));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  return {
    target: { databaseUrl: undefined, dataDir: join(folder, "data") },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeDatabase(databaseUrl: string): Promise<Scratch> {
  const { url, remove } = await createScratchDatabase(databaseUrl);
  return { target: { databaseUrl: url }, remove };
}
