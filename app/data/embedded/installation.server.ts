import type { SpawnOptions } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkFolderIsPrivate } from "#app/platform/private-files.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { findPostgresBinaries, layLibraryLinks, type PostgresBinaries } from "./postgres-binaries.server.ts";
import {
  chooseEndpoint,
  findLoopbackEndpoint,
  makePrivateFolders,
  type Endpoint,
} from "./private-folders.server.ts";
import { chooseOwner } from "./choose-owner.server.ts";
import { childEnvironment, chooseRunAs, nobody, type Owner, type RunAs } from "./run-as.server.ts";

/** Everything about this machine and this data folder that starting PostgreSQL needs to know. */
export type Installation = Places & {
  readonly binaries: PostgresBinaries;
  /** Who owns what PostgreSQL writes; undefined means ourselves. */
  readonly owner: Owner | undefined;
  readonly endpoint: Endpoint;
  /** Spawn options for PostgreSQL: user and environment. */
  command(file: string, args: readonly string[]): Command;
  /**
   * Spawn options for initdb. initdb rejects a user without a name, so it runs as nobody in the numeric owner's group. That group
   * prevents other processes of nobody from reading its memory or the group-only folder.
   */
  initdb(args: readonly string[]): Command;
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
 * Makes the data folder if it is missing, and checks that this process alone can write to it.
 * @throws StartupProblem where that is impossible
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    // Others may pass through but not look: PostgreSQL, as another user, has to reach its own folder inside.
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await checkFolderIsPrivate(dataDir);
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
  const owner = await chooseOwner(dataDir, places.pgData);
  const folders = await makePrivateFolders(dataDir, owner);
  try {
    const libraries = await layLibraryLinks(binaries.native, folders.libraryFolder);
    const { native, postgres } = binaries;
    const needed = [postgres, join(native, "lib"), join(native, "share"), dataDir];
    const runAs = chooseRunAs(owner, [...needed, folders.socketFolder], replaced.setpriv);
    const env = { ...childEnvironment, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) };
    const commandAs = (
      { prefix, options: identity }: RunAs,
      file: string,
      args: readonly string[],
    ): Command => {
      const [first = file, ...rest] = [...prefix, file, ...args];
      // A separate process group: Ctrl-C in a terminal reaches only this process, which stops the database last.
      const options: SpawnOptions = { ...identity, cwd: "/", detached: true };
      if (process.platform !== "win32") options.env = env;
      return { file: first, args: rest, options };
    };
    return {
      ...places,
      binaries,
      owner,
      endpoint:
        replaced.loopbackPort === true
          ? await findLoopbackEndpoint()
          : await chooseEndpoint(folders.socketFolder),
      dispose: () => folders.dispose(),
      command: (file, args) => commandAs(runAs, file, args),
      initdb(args) {
        const user = owner && { uid: nobody.uid, gid: owner.gid };
        return commandAs(chooseRunAs(user, needed, replaced.setpriv), binaries.initdb, args);
      },
    };
  } catch (error) {
    await folders.dispose();
    throw error;
  }
}
