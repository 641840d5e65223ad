import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { createKeyRing, type KeyRing } from "#app/platform/key-ring.server.ts";
import { shellSecrets } from "#server/secret.ts";

/** Where a command prints and reads its settings: the process itself, or a test. */
export type Shell = {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  env: Readonly<Record<string, string | undefined>>;
};

/** The words of a command line as an order, or a sentence that says what is wrong with them. */
export type Parsed<Order> = { ok: true; order: Order } | { ok: false; problem: string };

/** What to print, and whether it was done. */
export type Report = { ok: boolean; text: string };

/** It was done. @param text what to print */
export function done(text: string): Report {
  return { ok: true, text };
}

/** It was not done. @param text why, and what to do */
export function refused(text: string): Report {
  return { ok: false, text };
}

/** Whether the arguments request help. Arguments after `--` are values, not options. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? undefined : end).some((arg) => arg === "--help" || arg === "-h");
}

/** Prints the requested usage text. @returns the exit code */
export function printUsage(shell: Shell, usage: string): number {
  shell.stdout.write(`${usage}\n`);
  return 0;
}

/** What was typed is no order: says why, and how it is done. @returns the exit code */
export function explain(shell: Shell, problem: string, usage: string): number {
  shell.stderr.write(`${problem}\n${usage}\n`);
  return 2;
}

/** Prints what came of an order. @returns the exit code */
export function report(shell: Shell, { ok, text }: Report): number {
  (ok ? shell.stdout : shell.stderr).write(`${text}\n`);
  return ok ? 0 : 1;
}

/** Runs the command on an up-to-date database. @param keyRing the servers' key ring, for commands that need it */
type Work = (
  db: DatabaseConnection["db"],
  keyRing: () => Promise<KeyRing>,
  pool: DatabaseConnection["pool"],
) => Promise<Report>;

/**
 * Carries an order out on the database of the settings, whether the server runs or not, and prints what came of it.
 * @returns the exit code
 */
export async function onDatabase(shell: Shell, work: Work): Promise<number> {
  try {
    return report(shell, await connectAnd(shell, work));
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    return report(shell, refused(error.message));
  }
}

async function connectAnd(shell: Shell, work: Work): Promise<Report> {
  const env = readEnv(shell.env);
  const log = createLog({ level: "warn", write: (line) => shell.stderr.write(line) });
  const database = await connectDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    log,
    purpose: "command",
    maxConnections: 2,
  });
  try {
    // The first command may come before the first start of the server.
    await migrate({ pool: database.pool, log });
    return await work(database.db, async () => createKeyRing(await shellSecrets(env)), database.pool);
  } finally {
    await database.close();
  }
}
