import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Owner } from "./run-as.server.ts";

/** Where the database listens. `host` is the folder of its socket, or a loopback address where there are no sockets. */
export type Endpoint = {
  readonly host: string;
  readonly port: number;
  /** The settings of PostgreSQL that make it so. */
  readonly settings: Readonly<Record<string, string>>;
};

export type PrivateFolders = {
  /** Closed to everybody but the owner of the database: who cannot enter it cannot connect. */
  readonly socketFolder: string;
  /** A place for links to libraries; made when needed. */
  readonly libraryFolder: string;
  /** Removes what lies outside the data folder. */
  dispose(): Promise<void>;
};

/**
 * Finds places for the socket and for library links: below `dataDir`, or in a folder of our own below the temporary one
 * where the system could not use a path there.
 */
export async function makePrivateFolders(dataDir: string, owner: Owner | undefined): Promise<PrivateFolders> {
  const socketFolder = localSocketFolder(dataDir);
  const libraryFolder = join(dataDir, "postgres.libraries");
  const fits = Buffer.byteLength(socketFile(socketFolder)) <= longestSocketPath;
  // These mean something in LD_LIBRARY_PATH, and there is no way to write them as themselves.
  const loadable = !/[:;$]/.test(libraryFolder);
  if (fits && loadable) {
    await mkdir(socketFolder, { recursive: true, mode: 0o700 });
    await giveTo(socketFolder, owner);
    return { socketFolder, libraryFolder, dispose: () => Promise.resolve() };
  }
  const outside = await mkdtemp(join(tmpdir(), outsidePrefix));
  await giveTo(outside, owner);
  // initdb runs only in the owner's group and loads libraries from here. No account belongs to that group.
  if (owner !== undefined) await chmod(outside, 0o710);
  return {
    socketFolder: outside,
    libraryFolder: join(outside, "libraries"),
    dispose: () => rm(outside, { recursive: true, force: true }),
  };
}

/** Removes the folder below the temporary one that an earlier, killed run left behind; any other is left alone. */
export async function removeOutsideFolder(folder: string): Promise<void> {
  if (dirname(folder) === tmpdir() && basename(folder).startsWith(outsidePrefix)) {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The socket in a private folder; on Windows a loopback port, guarded by the password alone. */
export async function chooseEndpoint(socketFolder: string, platform = process.platform): Promise<Endpoint> {
  if (platform === "win32") return findLoopbackEndpoint();
  return {
    host: socketFolder,
    port: socketPort,
    settings: {
      listen_addresses: "",
      port: String(socketPort),
      // The setting is a list with commas between; quoted, a path may hold any of them.
      unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
      unix_socket_permissions: "0700",
    },
  };
}

/** A free port that only this machine reaches. */
export async function findLoopbackEndpoint(): Promise<Endpoint> {
  const port = await findFreePort();
  return {
    host: "127.0.0.1",
    port,
    settings: { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
  };
}

/** The socket's folder below `dataDir`, where its path is short enough for the system. */
export function localSocketFolder(dataDir: string): string {
  return join(dataDir, "postgres.socket");
}

/** The socket itself; PostgreSQL chooses its name by the port. */
export function socketFile(folder: string, port: number = socketPort): string {
  return join(folder, `.s.PGSQL.${port}`);
}

const outsidePrefix = "practice-postgres-";
/** Only names the socket's file. */
const socketPort = 5432;
/** A socket's address holds 108 bytes on Linux and 104 on macOS, one of them for the end mark. */
const longestSocketPath = process.platform === "darwin" ? 103 : 107;

async function giveTo(folder: string, owner: Owner | undefined): Promise<void> {
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
        else reject(new Error("The system gave no port."));
      });
    });
  });
}
