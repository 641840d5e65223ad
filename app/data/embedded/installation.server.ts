import type { SpawnOptions } from "node:child_process";
import { chmod, lchown, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { findPostgresBinaries, layLibraryLinks, type PostgresBinaries } from "./postgres-binaries.server.ts";
import {
  chooseEndpoint,
  findLoopbackEndpoint,
  makePrivateFolders,
  type Endpoint,
} from "./private-folders.server.ts";
import { childEnvironment, chooseRunAs, nobody, type Owner } from "./run-as.server.ts";

/** Everything about this machine and this data folder that starting PostgreSQL needs to know. */
export type Installation = Places & {
  readonly binaries: PostgresBinaries;
  /** Who owns what PostgreSQL writes; undefined means ourselves. */
  readonly owner: Owner | undefined;
  readonly endpoint: Endpoint;
  /** How to spawn one of the binaries: as whom, and with which environment. */
  command(file: string, args: readonly string[]): Command;
  /** Removes what lies outside the data folder. */
  dispose(): Promise<void>;
};

export type Command = { file: string; args: string[]; options: SpawnOptions };

export type Places = {
  /** PostgreSQL's own folder. */
  readonly pgData: string;
  readonly passwordFile: string;
};

/** The fixed places below the data folder. */
export function placesIn(dataDir: string): Places {
  return {
    pgData: join(dataDir, "postgres"),
    passwordFile: join(dataDir, "postgres.password"),
  };
}

/**
 * Makes the data folder, so far as it is missing.
 * @throws StartupProblem where that is impossible
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    // Others may pass through but not look: PostgreSQL, as another user, has to reach its own folder inside.
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await rm(await mkdtemp(join(dataDir, "probe.")), { recursive: true });
  } catch (error) {
    throw explainSystemError(error, dataDir);
  }
}

/** One sentence for the operator where the system refused something in the data folder; any other error is passed on. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return error;
  if (error.code === "ENOSPC" || error.code === "EDQUOT") {
    return new StartupProblem(
      `There is no space left for the data folder ${dataDir}: free some space and start again.`,
    );
  }
  return new StartupProblem(
    `The data folder ${dataDir} cannot be used (${error.message}): give this user the right to write there, or choose another DATA_DIR.`,
  );
}

/**
 * Finds and prepares what is needed to run PostgreSQL on `dataDir`. Call it with the folder locked.
 * @throws StartupProblem where something is missing or out of reach
 */
export async function prepareInstallation(
  dataDir: string,
  replaced: { binaries?: PostgresBinaries; setpriv?: string; loopbackPort?: boolean } = {},
): Promise<Installation> {
  const binaries = replaced.binaries ?? findPostgresBinaries();
  const places = placesIn(dataDir);
  const owner = await chooseOwner(places.pgData);
  const folders = await makePrivateFolders(dataDir, owner);
  try {
    const libraries = await layLibraryLinks(binaries.native, folders.libraryFolder);
    const { native, postgres } = binaries;
    const needed = [postgres, join(native, "lib"), join(native, "share"), dataDir, folders.socketFolder];
    const runAs = chooseRunAs(owner, needed, replaced.setpriv);
    const env = { ...childEnvironment, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) };
    return {
      ...places,
      binaries,
      owner,
      endpoint:
        replaced.loopbackPort === true
          ? await findLoopbackEndpoint()
          : await chooseEndpoint(folders.socketFolder),
      dispose: () => folders.dispose(),
      command(file, args) {
        const [first = file, ...rest] = [...runAs.prefix, file, ...args];
        // A group of its own, so that Ctrl-C in a terminal reaches us alone and we stop the database last.
        const options: SpawnOptions = { ...runAs.options, cwd: "/", detached: true };
        if (process.platform !== "win32") options.env = env;
        return { file: first, args: rest, options };
      },
    };
  } catch (error) {
    await folders.dispose();
    throw error;
  }
}

/**
 * An ordinary user runs PostgreSQL as itself. Root cannot: then it runs as whoever owns the database already, so that a
 * single start with sudo spoils nothing, and else as nobody.
 */
async function chooseOwner(pgData: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(pgData).catch(() => undefined);
  if (existing === undefined) return nobody;
  if (existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  // Put back from a backup by root, for instance.
  await handOver(pgData, nobody);
  return nobody;
}

async function handOver(folder: string, owner: Owner): Promise<void> {
  await lchown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await handOver(path, owner);
    else await lchown(path, owner.uid, owner.gid);
  }
}
