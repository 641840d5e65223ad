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
import { readPrivateFile, syncFolder } from "./private-files.ts";
import type { Installation } from "./installation.ts";
import { changeFolderOwner } from "./owner.ts";
import { describePostgresFailure } from "./postgres-failure.ts";
import { unprivilegedUser } from "./owner.ts";
import { EmbeddedPostgresError, getErrorCode } from "./reporting.ts";

/** The superuser that initdb creates. The program connects as it only to prepare the database. */
export const embeddedSuperuser = "practice";

export type PgDataState = "missing" | "usable";

/**
 * Checks whether there is a database.
 * @throws EmbeddedPostgresError if another major version created it, or the folder contains something else
 */
export async function examinePgData(pgData: string, majorVersion: number): Promise<PgDataState> {
  const names = await readdir(pgData).catch((error: unknown) => {
    if (getErrorCode(error) === "ENOENT") return undefined;
    throw describeAccessError(pgData, error);
  });
  if (names === undefined || names.length === 0) return "missing";
  const version = await readFile(join(pgData, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) {
    throw new EmbeddedPostgresError(
      `The folder ${pgData} is for the database but contains something else: move that away, or choose another DATA_DIR.`,
    );
  }
  if (version.trim() !== String(majorVersion)) {
    throw new EmbeddedPostgresError(
      `The database in ${pgData} was created by PostgreSQL ${version.trim()}, and this is PostgreSQL ${majorVersion}: use the release of the program that created it, or move its data into a new folder with the command “move from-folder” (docs/operations.md).`,
    );
  }
  return "usable";
}

/**
 * Creates an empty database in another folder and renames that folder when it is complete. After an interruption, a later start
 * therefore finds no partial database.
 * @throws EmbeddedPostgresError if that fails, for example because the disk is full
 */
export async function initializePgData(
  installation: Installation,
  password: string,
  options: { sync: boolean },
): Promise<void> {
  const { pgData } = installation;
  const workFolder = await createWorkFolder(dirname(pgData));
  const passwordFile = join(workFolder, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  const { owner } = installation;
  if (owner !== undefined) {
    // initdb runs as the account "nobody" (see Installation.initdb). Its other processes are not in the group and have no access.
    await chown(workFolder, 0, owner.gid);
    await chmod(workFolder, 0o770);
    await chown(passwordFile, unprivilegedUser.uid, owner.gid);
  }
  const made = join(workFolder, "made");
  await runInitdb(installation, [
    `--pgdata=${made}`,
    `--username=${embeddedSuperuser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The built-in order by Unicode code point does not depend on the locales of the machine.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    ...(options.sync ? [] : ["--no-sync"]),
  ]);
  if (owner !== undefined) await changeFolderOwner(made, owner);
  await rmdir(pgData).catch(() => undefined);
  await rename(made, pgData);
  // The rename must survive a power failure, or all data would be lost with it.
  await syncFolder(dirname(pgData));
  await removeWorkFolders(dirname(pgData));
}

/**
 * Reads the database's password, or creates it in a file that only the current user can read.
 * @throws EmbeddedPostgresError if there is a database without its password
 */
export async function readOrCreatePassword(file: string, state: PgDataState): Promise<string> {
  const kept = await readPassword(file);
  if (kept !== undefined) return kept;
  if (state === "usable") {
    throw new EmbeddedPostgresError(
      `There is a database, but its password file ${file} is missing: copy it back, or follow “Lost secrets” in docs/runbook.md.`,
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
 * @returns undefined if there is no password yet
 * @throws EmbeddedPostgresError if the file cannot be read or other users can reach it
 */
export async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readPrivateFile(file))?.trim() || undefined;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw describeAccessError(file, error);
  }
}

const workFolderPrefix = "postgres.initializing.";
/** The prefix in earlier releases, whose leftovers are removed as well. */
const formerWorkFolderPrefix = "postgres.initialising.";

/**
 * Creates a folder with a new name, because the initdb of a recently killed start may still be removing its own.
 */
async function createWorkFolder(dataDir: string): Promise<string> {
  await removeWorkFolders(dataDir);
  return mkdtemp(join(dataDir, workFolderPrefix));
}

async function removeWorkFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(workFolderPrefix) && !name.startsWith(formerWorkFolderPrefix)) continue;
    // An initdb that is ending may still write to its folder. It has ended when the new database is complete.
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
      else reject(new EmbeddedPostgresError(describePostgresFailure(installation.pgData, output)));
    });
  });
}

function describeAccessError(path: string, error: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${path} cannot be read (${String(getErrorCode(error))}): start the program as the user who started it first, or choose another DATA_DIR.`,
  );
}
