import { setTimeout as sleep } from "node:timers/promises";
import { DataFolderTaken, findLocalHolder, lockDataFolder, type DataFolderLock } from "./data-folder-lock.ts";
import {
  embeddedSuperuser,
  examinePgData,
  initializePgData,
  readOrCreatePassword,
  readPassword,
} from "./initialize.ts";
import {
  explainSystemError,
  makeDataFolder,
  placesIn,
  prepareInstallation,
  removeOutsideFolder,
  type Installation,
} from "./installation.ts";
import { endLeftoverPostgres, readPostmasterFile, refuseForeignPostgres } from "./leftover-postgres.ts";
import type { LockPurpose } from "./lock-claim.ts";
import { findPostgresBinaries, findPostgresOfRelease, type PostgresBinaries } from "./postgres-binaries.ts";
import { defaultMaxConnections, startPostgresProcess, type PostgresProcess } from "./postgres-process.ts";
import { checkFolderIsPrivate, readPrivateFile, syncFolder } from "./private-files.ts";
import { isAlive } from "./process-identity.ts";
import {
  admitSuperuser,
  explainWrongPassword,
  isRestricted,
  programRole,
  restrictToProgramRole,
} from "./program-role.ts";
import { EmbeddedPostgresError, getErrorCode, type Log } from "./reporting.ts";

export {
  checkFolderIsPrivate,
  defaultMaxConnections,
  EmbeddedPostgresError,
  explainWrongPassword,
  findPostgresBinaries,
  findPostgresOfRelease,
  getErrorCode,
  placesIn,
  readPostmasterFile,
  readPrivateFile,
  syncFolder,
};

/** `host` is the folder of the socket, or a loopback address on a system without sockets. */
export type EmbeddedConnection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
};

export type EmbeddedPostgres = {
  readonly connection: EmbeddedConnection;
  /** PID of PostgreSQL's main process. Undefined during a restart. */
  pid(): number | undefined;
  /** How many times PostgreSQL was restarted after an unexpected exit. */
  restarts(): number;
  /** Stops PostgreSQL, by force after ten seconds, and releases the data folder. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Absolute path. The folder is created if it is missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** A server waits for a command that holds the folder, because a command ends soon. */
  readonly purpose?: LockPurpose;
  /** The PostgreSQL of another release; by default the installed package. */
  readonly binaries?: PostgresBinaries | undefined;
  /** Maximum number of connections; `defaultMaxConnections` if not set. */
  readonly maxConnections?: number;
  /** Work that does not need the database, done once while PostgreSQL starts. If it fails, the start fails. */
  readonly whileStarting?: (() => Promise<void>) | undefined;
  /** Replacements for tests. No setting of the program reaches them. */
  readonly forTests?: {
    /** PostgreSQL settings that override the defaults. */
    readonly settings?: Readonly<Record<string, string>>;
    /** Name of the program that stops PostgreSQL when this process ends. */
    readonly setpriv?: string;
    /** Listens on a loopback port instead of a socket. */
    readonly loopbackPort?: boolean;
    /** Keeps the superuser and connects as it, as a database administrator would. */
    readonly administrator?: boolean;
  };
};

/**
 * Starts PostgreSQL on a database below `dataDir`, which is created if there is none, and restarts it after an unexpected exit. It ends
 * with this process, even if this process is killed.
 * @throws EmbeddedPostgresError if that is impossible
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await makeDataFolder(options.dataDir);
  let lock: DataFolderLock | undefined;
  let installation: Installation | undefined;
  const close = async (): Promise<void> => {
    await installation?.dispose();
    await lock?.release();
  };
  try {
    const binaries = options.binaries ?? findPostgresBinaries();
    lock = await lockFor(options, binaries);
    installation = await openInstallation(options, binaries, lock);
    const password = await makeDatabase(installation, options);
    const isAdministrator = options.forTests?.administrator === true;
    const isPrepared = isAdministrator || (await isRestricted(installation.pgData));
    if (!isPrepared) await admitSuperuser(installation);
    const keeper = await keepRunning(installation, options, lock);
    if (!isPrepared) await prepareOrStop(installation, password, keeper);
    const connection = connectionTo(installation.endpoint, password);
    return {
      connection: isAdministrator ? { ...connection, user: embeddedSuperuser } : connection,
      pid: keeper.pid,
      restarts: keeper.restarts,
      stop: once(async () => {
        await keeper.stop();
        await close();
      }),
    };
  } catch (error) {
    await close();
    throw explainSystemError(error, options.dataDir);
  }
}

/**
 * For commands: connects to the database of the server that runs on `dataDir`, or starts one for the duration of the command. Concurrent
 * commands take turns, because the first one's database ends with it.
 * @throws EmbeddedPostgresError if neither is possible
 */
export async function borrowEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
}): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const borrowed = (await findRunning(options.dataDir)) ?? (await startOwn(options));
    if (borrowed !== undefined) return borrowed;
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `A server is using ${options.dataDir}, but its database does not start: check the server's log.`,
      );
    }
    await sleep(50);
  }
}

/** @returns undefined if a server of this PID namespace has locked the folder in the meantime */
async function startOwn(options: { dataDir: string; log: Log }): Promise<EmbeddedPostgres | undefined> {
  try {
    return await startEmbeddedPostgres({ ...options, purpose: "command" });
  } catch (error) {
    const holder = error instanceof DataFolderTaken ? error.holder : undefined;
    if (holder?.purpose === "server" && !holder.isForeign) return undefined;
    throw error;
  }
}

/** @returns undefined until the database of a server is ready */
async function findRunning(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  if ((await findLocalHolder(dataDir))?.purpose !== "server") return undefined;
  const { pgData, passwordFile } = placesIn(dataDir);
  // The server can be of an earlier release. This one refuses its database, because it could not start on it.
  await examinePgData(pgData, findPostgresBinaries().majorVersion);
  const file = await readPostmasterFile(pgData);
  const password = await readPassword(passwordFile);
  // After a crash, the file names a process that is gone until the server has restarted it.
  if (file?.ready !== true || !isAlive(file.pid) || password === undefined) return undefined;
  // The first start is still initializing the database.
  if (!(await isRestricted(pgData))) return undefined;
  const host = file.socketFolder === "" ? "127.0.0.1" : file.socketFolder;
  return {
    connection: connectionTo({ host, port: file.port }, password),
    pid: () => file.pid,
    restarts: () => 0,
    stop: () => Promise.resolve(),
  };
}

/** The connection that belongs to an endpoint and a password. */
function connectionTo(endpoint: { host: string; port: number }, password: string): EmbeddedConnection {
  return { host: endpoint.host, port: endpoint.port, user: programRole, password, database: "postgres" };
}

async function prepareOrStop(installation: Installation, password: string, keeper: Keeper): Promise<void> {
  try {
    await restrictToProgramRole(installation, password);
  } catch (error) {
    await keeper.stop();
    throw error;
  }
}

function lockFor(
  { dataDir, log, purpose = "server" }: EmbeddedOptions,
  { majorVersion }: PostgresBinaries,
): Promise<DataFolderLock> {
  const { pgData } = placesIn(dataDir);
  const checkTakeover = async (): Promise<void> => {
    if ((await examinePgData(pgData, majorVersion)) === "usable") await refuseForeignPostgres(pgData);
  };
  return lockDataFolder(dataDir, { purpose, log, checkTakeover });
}

async function openInstallation(
  options: EmbeddedOptions,
  binaries: PostgresBinaries,
  lock: DataFolderLock,
): Promise<Installation> {
  const { pgData } = placesIn(options.dataDir);
  await lock.confirm();
  if ((await examinePgData(pgData, binaries.majorVersion)) === "usable") {
    const socketFolder = await endLeftoverPostgres(pgData, options.log);
    if (socketFolder !== undefined) await removeOutsideFolder(socketFolder);
  }
  return prepareInstallation(options.dataDir, binaries, options.forTests);
}

async function makeDatabase(installation: Installation, options: EmbeddedOptions): Promise<string> {
  const state = await examinePgData(installation.pgData, installation.binaries.majorVersion);
  const password = await readOrCreatePassword(installation.passwordFile, state);
  if (state === "missing") {
    options.log.info("database.creating", { folder: installation.pgData });
    await initializePgData(installation, password, { sync: options.forTests?.settings?.["fsync"] !== "off" });
  }
  return password;
}

type Keeper = { pid: () => number | undefined; restarts: () => number; stop: () => Promise<void> };

const minRestartIntervalMs = 100;
const maxRestartIntervalMs = 5_000;
/** After a run of this length, the restart interval is reset. */
const stableAfterMs = 5_000;

async function keepRunning(
  installation: Installation,
  options: EmbeddedOptions,
  lock: DataFolderLock,
): Promise<Keeper> {
  const { log, maxConnections = defaultMaxConnections } = options;
  const workOnce = once(options.whileStarting ?? (() => Promise.resolve()));
  const stopping = new AbortController();
  let current: PostgresProcess | undefined;
  let ready = true;
  let restarts = 0;

  const start = (): Promise<PostgresProcess> =>
    startPostgresProcess(installation, {
      settings: { max_connections: String(maxConnections), ...options.forTests?.settings },
      log,
      onSpawn: async (started) => {
        current = started;
        // The stop was requested between two attempts.
        if (stopping.signal.aborted) void started.stop();
        await workOnce();
      },
    });

  const watch = async (first: PostgresProcess): Promise<void> => {
    let running = first;
    let pauseMs = minRestartIntervalMs;
    for (;;) {
      const startedAt = Date.now();
      const end = await running.ended;
      if (stopping.signal.aborted) return;
      ready = false;
      if (Date.now() - startedAt > stableAfterMs) pauseMs = minRestartIntervalMs;
      log.error("database.exited", { ...end, pauseMs });
      const restarted = await restart(installation, { start, lock, log, pauseMs, signal: stopping.signal });
      if (restarted === undefined) return;
      running = restarted.running;
      pauseMs = Math.min(restarted.pauseMs * 2, maxRestartIntervalMs);
      ready = true;
      restarts += 1;
      log.info("database.restarted", { pid: running.pid });
    }
  };

  await lock.confirm();
  const watching = watch(await start());
  const stop = async (): Promise<void> => {
    stopping.abort();
    await current?.stop();
    await watching;
  };
  const stopForOther = (): void => {
    ready = false;
    log.error("database.lock_lost", { folder: options.dataDir });
    void stop();
  };
  if (lock.lost.aborted) stopForOther();
  else lock.lost.addEventListener("abort", stopForOther, { once: true });
  return { pid: () => (ready ? current?.pid : undefined), restarts: () => restarts, stop };
}

/** Retries with growing intervals. @returns undefined if stopped in the meantime */
async function restart(
  installation: Installation,
  options: {
    start: () => Promise<PostgresProcess>;
    lock: DataFolderLock;
    log: Log;
    pauseMs: number;
    signal: AbortSignal;
  },
): Promise<{ running: PostgresProcess; pauseMs: number } | undefined> {
  let { pauseMs } = options;
  while (!options.signal.aborted) {
    await pause(pauseMs, options.signal);
    if (options.signal.aborted) return undefined;
    try {
      await options.lock.confirm();
      await endLeftoverPostgres(installation.pgData, options.log);
      return { running: await options.start(), pauseMs };
    } catch (error) {
      if (options.signal.aborted) return undefined;
      pauseMs = Math.min(pauseMs * 2, maxRestartIntervalMs);
      options.log.error("database.restart_failed", { error, pauseMs });
    }
  }
  return undefined;
}

/** Ends early when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
