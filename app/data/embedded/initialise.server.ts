import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPrivateFile } from "#app/platform/private-files.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import type { Installation } from "./installation.server.ts";
import { embeddedMajorVersion } from "./postgres-binaries.server.ts";
import { handOver } from "./choose-owner.server.ts";
import { describePostgresFailure } from "./postgres-failure.ts";
import { nobody } from "./run-as.server.ts";

/** The superuser that initdb creates. The program connects as it only to prepare the database. */
export const embeddedSuperuser = "practice";

/** State of the folder that is to hold the database. */
export type PgDataState = "missing" | "usable";

/**
 * Looks whether a database is there already.
 * @throws StartupProblem where it was made by another major version, or the folder holds something else
 */
export async function examinePgData(pgData: string): Promise<PgDataState> {
  const names = await readdir(pgData).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw notOurs(pgData, error);
  });
  if (names === undefined || names.length === 0) return "missing";
  const version = await readFile(join(pgData, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) {
    throw new StartupProblem(
      `The folder ${pgData} is meant for the database but holds something else: move that away, or choose another DATA_DIR.`,
    );
  }
  if (version.trim() !== embeddedMajorVersion) {
    throw new StartupProblem(
      `The database in ${pgData} was made by PostgreSQL ${version.trim()}, and this program brings PostgreSQL ${embeddedMajorVersion}: start the version of the program that made it, or move its data with pg_dump and pg_restore.`,
    );
  }
  return "usable";
}

/**
 * Makes a new, empty database. It is made beside its place and renamed into it when complete, so that an interruption
 * leaves nothing that a later start could take for a database.
 * @throws StartupProblem where it cannot be made, for instance for want of space
 */
export async function initialisePgData(
  installation: Installation,
  password: string,
  options: { sync: boolean },
): Promise<void> {
  const { pgData } = installation;
  const workshop = await openWorkshop(dirname(pgData));
  const passwordFile = join(workshop, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  const { owner } = installation;
  if (owner !== undefined) {
    // initdb runs as nobody here (see Installation.initdb). Other processes of nobody are not in the group and have no access.
    await chown(workshop, 0, owner.gid);
    await chmod(workshop, 0o770);
    await chown(passwordFile, nobody.uid, owner.gid);
  }
  const made = join(workshop, "made");
  await runInitdb(installation, [
    `--pgdata=${made}`,
    `--username=${embeddedSuperuser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Sorting by code point of Unicode, built in: it does not depend on the machine's own locales.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    ...(options.sync ? [] : ["--no-sync"]),
  ]);
  if (owner !== undefined) await handOver(made, owner);
  await rmdir(pgData).catch(() => undefined);
  await rename(made, pgData);
  // The rename itself has to survive a power cut, or everything stored from now on would be lost with it.
  await syncFolder(dirname(pgData));
  await removeWorkshops(dirname(pgData));
}

/**
 * The database's password, made once and kept in a file that only we can read.
 * @throws StartupProblem where there is a database and its password is gone
 */
export async function keepPassword(file: string, state: PgDataState): Promise<string> {
  const kept = await readPassword(file);
  if (kept !== undefined) return kept;
  if (state === "usable") {
    throw new StartupProblem(
      `The database is there but its password file ${file} is missing: put it back from the backup of the data folder.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(password);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  return password;
}

/**
 * Reads the password. @returns undefined if none was made yet
 * @throws StartupProblem if the file cannot be read or other users can reach it
 */
export async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readPrivateFile(file))?.trim() || undefined;
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw notOurs(file, error);
  }
}

const workshopPrefix = "postgres.initialising.";

/**
 * A new folder to work in. Never the same twice: the initdb of a start that was killed a moment ago may still be tidying its
 * own away.
 */
async function openWorkshop(dataDir: string): Promise<string> {
  await removeWorkshops(dataDir);
  return mkdtemp(join(dataDir, workshopPrefix));
}

async function removeWorkshops(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(workshopPrefix)) continue;
    // A dying initdb may still be writing into its own; by the time the new database is made it has ended.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function runInitdb(installation: Installation, args: readonly string[]): Promise<void> {
  const { file, args: allArgs, options } = installation.initdb(args);
  return new Promise((resolve, reject) => {
    const child = spawn(file, allArgs, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("error", (error) => {
      output += `error: ${error.message}`;
    });
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new StartupProblem(describePostgresFailure(installation.pgData, output)));
    });
  });
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function notOurs(path: string, error: unknown): StartupProblem {
  return new StartupProblem(
    `${path} cannot be read (${String(codeOf(error))}): start the program as the user who started it first, or choose another DATA_DIR.`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
