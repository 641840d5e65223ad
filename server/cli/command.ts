import { Command, CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { migrate, refuseMarks } from "#app/data/migrations/migrate.server.ts";
import { type Clock, systemClock } from "#app/platform/clock.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { readEnv } from "#app/platform/settings/env.server.ts";
import { createKeyRing, type KeyRing, type Secrets } from "#app/platform/key-ring.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { commandSecrets } from "#server/settings/secret.ts";

/** The streams and settings of the process. Tests pass their own. */
export type Shell = {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  env: Readonly<Record<string, string | undefined>>;
};

/** What the actions of commands use. */
export type Services = Pick<DatabaseConnection, "db" | "pool" | "dataDir"> & {
  clock: Clock;
  /** The servers' secrets. With an external database it fails if they are not set. */
  keyRing: () => Promise<KeyRing>;
  /** The secrets of the key ring. */
  secrets: () => Promise<Secrets>;
  siteUrl: string;
};

/** The output of an action: on stdout with exit code 0, or on stderr with exit code 1. */
export type Report = { ok: boolean; text: string };

export function done(text: string): Report {
  return { ok: true, text };
}

export function failed(text: string): Report {
  return { ok: false, text };
}

type Action = (services: Services) => Promise<Report>;

type Tools = {
  program: Command;
  shell: Shell;
  /** Prints a report, or runs an action on the database and prints its report. */
  act: (action: Action | Report) => Promise<void>;
};

/** Runs an action on the configured database. */
type Connect = (shell: Shell, action: Action, options: CommandOptions) => Promise<Report>;

/** @property migrates false to leave the schema as it is; otherwise a command can run before the first start of the server */
type CommandOptions = { migrates?: boolean };

/** @returns the exit code: 0 for success, 1 for failure, 2 for a usage error */
export type Run = (args: readonly string[], shell: Shell, connect?: Connect) => Promise<number>;

/** Creates the function that `npm run <name>` calls. Commands work with or without a running server. */
export function defineCommand(
  name: string,
  define: (tools: Tools) => void,
  options: CommandOptions = {},
): Run {
  return async (args, shell, connect = connectBySettings) => {
    let exitCode = 0;
    async function act(action: Action | Report): Promise<void> {
      const { ok, text } = typeof action === "function" ? await connect(shell, action, options) : action;
      (ok ? shell.stdout : shell.stderr).write(`${text}\n`);
      if (!ok) exitCode = 1;
    }
    const program = createProgram(name, shell);
    define({ program, shell, act });
    try {
      await program.parseAsync(args, { from: "user" });
      return exitCode;
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
      if (!(error instanceof StartupProblem)) throw error;
      shell.stderr.write(`${error.message}\n`);
      return 1;
    }
  };
}

/** How the administrator starts a command. `bin/exit-planning` sets the variable, because servers have no npm. */
export function formatCommand(name: string, { env }: Pick<Shell, "env">, npmOptions = "--"): string {
  return env["LAUNCHER"] === "exit-planning" ? `exit-planning ${name}` : `npm run ${name} ${npmOptions}`;
}

/** Subcommands inherit these settings. */
function createProgram(name: string, shell: Shell): Command {
  const { stdout, stderr } = shell;
  return new Command(formatCommand(name, shell))
    .exitOverride()
    .helpCommand(false)
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // The value of an unknown option can be a password.
      outputError: (text, write) => write(text.replace(/'(--[^=']+)=.*'/s, "'$1'")),
    });
}

const connectBySettings: Connect = async (shell, action, { migrates = true }) => {
  const env = readEnv(shell.env);
  const log = createLog({ level: "warn", write: (line) => shell.stderr.write(line) });
  const { databaseUrl, dataDir } = env;
  const database = await connectDatabase({
    databaseUrl,
    dataDir,
    log,
    purpose: "command",
    maxConnections: 2,
  });
  const { db, pool } = database;
  try {
    await (migrates ? migrate({ pool, log }) : refuseMarks(pool));
    return await action({
      db,
      pool,
      dataDir: database.dataDir,
      clock: systemClock,
      keyRing: async () => createKeyRing(await commandSecrets(env)),
      secrets: () => commandSecrets(env),
      siteUrl: env.siteUrl ?? `http://localhost:${env.port}`,
    });
  } finally {
    await database.close();
  }
};

/** Parses an argument that names a person or an account. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!/^\S+@\S+$/.test(email)) throw new InvalidArgumentError("Enter an email address.");
  return email;
}

/** Parses an argument that names a day. */
export function parseDay(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError("Enter a date like 2026-11-01.");
}

/** Removes characters that move the cursor or color the terminal, and line breaks. Some values come from strangers. */
export function toPrintable(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/\p{C}/gu, "");
}
