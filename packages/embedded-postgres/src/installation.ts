import type { SpawnOptions } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { chooseOwner, unprivilegedUser, type Owner } from "./owner.ts";
import { createLibraryLinks, type PostgresBinaries } from "./postgres-binaries.ts";
import { checkFolderIsPrivate } from "./private-files.ts";
import { EmbeddedPostgresError } from "./reporting.ts";
import { childEnvironment, chooseRunAs, type RunAs } from "./run-as.ts";

/** What is needed to start PostgreSQL on this machine and data folder. */
export type Installation = Places & {
  readonly binaries: PostgresBinaries;
  readonly owner: Owner | undefined;
  readonly endpoint: Endpoint;
  /** Spawn options for PostgreSQL: user and environment. */
  command(file: string, args: readonly string[]): Command;
  /**
   * Spawn options for initdb. initdb rejects a user without a name, so it runs as the account "nobody" in the numeric owner's
   * group. That group prevents other processes of the account from reading its memory or the group-only folder.
   */
  initdb(args: readonly string[]): Command;
  /** Removes folders outside the data folder. */
  dispose(): Promise<void>;
};

export type Command = { file: string; args: string[]; options: SpawnOptions };

export type Places = {
  /** PostgreSQL's own folder. */
  readonly pgData: string;
  readonly passwordFile: string;
};

/** The fixed paths below the data folder. */
export function placesIn(dataDir: string): Places {
  return {
    pgData: join(dataDir, "postgres"),
    passwordFile: join(dataDir, "postgres.password"),
  };
}

/**
 * Creates the data folder if it is missing, and checks that this process can write to it and others cannot.
 * @throws EmbeddedPostgresError if the check fails
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    // Others can enter but not list the folder: PostgreSQL runs as another user and must reach its own folder inside.
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await checkFolderIsPrivate(dataDir);
    await rm(await mkdtemp(join(dataDir, "probe.")), { recursive: true });
  } catch (error) {
    throw explainSystemError(error, dataDir);
  }
}

/** Converts a system error in the data folder to a message for the administrator, and returns any other error unchanged. */
export function explainSystemError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return error;
  if (error.code === "ENOSPC" || error.code === "EDQUOT") {
    return new EmbeddedPostgresError(
      `There is no space left for the data folder ${dataDir}: free some space and start again.`,
    );
  }
  if (error.code === "EROFS") {
    return new EmbeddedPostgresError(
      `The data folder ${dataDir} is on a file system that is mounted read-only. If the systemd unit or the container does not permit writing to it, choose another DATA_DIR. Otherwise, the usual cause is a disk error: run \`journalctl --dmesg\`, and see “The database is damaged” in docs/runbook.md.`,
    );
  }
  return new EmbeddedPostgresError(
    `The data folder ${dataDir} cannot be used (${error.message}): give this user write access, or choose another DATA_DIR.`,
  );
}

/**
 * Prepares user, folders and libraries to run PostgreSQL on `dataDir`. Call it with the folder locked.
 * @throws EmbeddedPostgresError if something is missing or cannot be reached
 */
export async function prepareInstallation(
  dataDir: string,
  binaries: PostgresBinaries,
  replaced: { setpriv?: string; loopbackPort?: boolean } = {},
): Promise<Installation> {
  const places = placesIn(dataDir);
  const owner = await chooseOwner(dataDir, places.pgData);
  const folders = await makePrivateFolders(dataDir, owner);
  try {
    const libraries = await createLibraryLinks(binaries.native, folders.libraryFolder);
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
        const user = owner && { uid: unprivilegedUser.uid, gid: owner.gid };
        return commandAs(chooseRunAs(user, needed, replaced.setpriv), binaries.initdb, args);
      },
    };
  } catch (error) {
    await folders.dispose();
    throw error;
  }
}

/** Where the database listens. `host` is the folder of its socket, or a loopback address on a system without sockets. */
export type Endpoint = {
  readonly host: string;
  readonly port: number;
  /** The corresponding PostgreSQL settings. */
  readonly settings: Readonly<Record<string, string>>;
};

type PrivateFolders = {
  /** Only the owner of the database can enter this folder and therefore connect. */
  readonly socketFolder: string;
  /** For links to libraries. Created when needed. */
  readonly libraryFolder: string;
  /** Removes folders outside the data folder. */
  dispose(): Promise<void>;
};

/**
 * Chooses folders for the socket and for library links: below `dataDir`, or in a temporary folder if the system cannot use a path there.
 */
async function makePrivateFolders(dataDir: string, owner: Owner | undefined): Promise<PrivateFolders> {
  const socketFolder = localSocketFolder(dataDir);
  const libraryFolder = join(dataDir, "postgres.libraries");
  const fits = Buffer.byteLength(socketFile(socketFolder)) <= maxSocketPathBytes;
  // These characters cannot be escaped in LD_LIBRARY_PATH.
  const isLoadable = !/[:;$]/.test(libraryFolder);
  if (fits && isLoadable) {
    await mkdir(socketFolder, { recursive: true, mode: 0o700 });
    await setFolderOwner(socketFolder, owner);
    return { socketFolder, libraryFolder, dispose: () => Promise.resolve() };
  }
  const outside = await mkdtemp(join(tmpdir(), outsidePrefix));
  await setFolderOwner(outside, owner);
  // initdb runs only in the owner's group and loads libraries from here. No account belongs to that group.
  if (owner !== undefined) await chmod(outside, 0o710);
  return {
    socketFolder: outside,
    libraryFolder: join(outside, "libraries"),
    dispose: () => rm(outside, { recursive: true, force: true }),
  };
}

/** Removes the temporary folder of an earlier, killed run. Other folders are not touched. */
export async function removeOutsideFolder(folder: string): Promise<void> {
  if (dirname(folder) === tmpdir() && basename(folder).startsWith(outsidePrefix)) {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The socket in a private folder; on Windows a loopback port, which only the password protects. */
async function chooseEndpoint(socketFolder: string, platform = process.platform): Promise<Endpoint> {
  if (platform === "win32") return findLoopbackEndpoint();
  return {
    host: socketFolder,
    port: socketPort,
    settings: {
      listen_addresses: "",
      port: String(socketPort),
      // The setting is a comma-separated list, so the path is quoted.
      unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
      unix_socket_permissions: "0700",
    },
  };
}

async function findLoopbackEndpoint(): Promise<Endpoint> {
  const port = await findFreePort();
  return {
    host: "127.0.0.1",
    port,
    settings: { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
  };
}

/** The socket's folder below `dataDir`, used if its path is short enough for the system. */
export function localSocketFolder(dataDir: string): string {
  return join(dataDir, "postgres.socket");
}

/** PostgreSQL derives the name of the socket from the port. */
export function socketFile(folder: string, port: number = socketPort): string {
  return join(folder, `.s.PGSQL.${port}`);
}

const outsidePrefix = "practice-postgres-";
/** Determines the name of the socket file only. */
const socketPort = 5432;
/** The address of a socket has 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const maxSocketPathBytes = process.platform === "darwin" ? 103 : 107;

async function setFolderOwner(folder: string, owner: Owner | undefined): Promise<void> {
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("The system assigned no port."));
      });
    });
  });
}
