import type { Log } from "#app/platform/log.server.ts";
import { lockDataFolder, type DataFolderLock } from "./data-folder-lock.server.ts";
import { embeddedSuperuser, examinePgData, initialisePgData, keepPassword } from "./initialise.server.ts";
import {
  explainSystemError,
  makeDataFolder,
  placesIn,
  prepareInstallation,
  type Installation,
} from "./installation.server.ts";
import { endLeftoverPostgres, refuseForeignPostgres } from "./leftover-postgres.server.ts";
import type { LockPurpose } from "./lock-claim.server.ts";
import type { PostgresBinaries } from "./postgres-binaries.server.ts";
import { removeOutsideFolder } from "./private-folders.server.ts";
import { admitSuperuser, isRestricted, programRole, restrictToProgramRole } from "./program-role.server.ts";
import { startPostgresProcess, type PostgresProcess } from "./postgres-process.server.ts";

/** How to reach the database. `host` is the folder of its socket, or a loopback address where there are no sockets. */
export type EmbeddedConnection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
};

export type EmbeddedPostgres = {
  readonly connection: EmbeddedConnection;
  /** Number of PostgreSQL's main process; undefined while it is being started again. */
  pid(): number | undefined;
  /** Ends PostgreSQL cleanly, by force after ten seconds, and gives the data folder free. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Absolute path; made if missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** A shell command holds the folder for a moment only, and a server waits for it. */
  readonly purpose?: LockPurpose;
  /** What tests replace; no setting reaches these. */
  readonly forTests?: {
    /** Settings of PostgreSQL that go before ours. */
    readonly settings?: Readonly<Record<string, string>>;
    readonly binaries?: PostgresBinaries;
    /** Name of the program that ties PostgreSQL to our life. */
    readonly setpriv?: string;
    /** Listens on a port of this machine instead of a socket. */
    readonly loopbackPort?: boolean;
    /** Keeps the superuser and connects as it, as a database administrator would. */
    readonly administrator?: boolean;
  };
};

/**
 * Starts a PostgreSQL of our own below `dataDir`, making the database if there is none, and starts it again whenever it ends
 * by itself. It ends with this process, also when that is killed.
 * @throws StartupProblem, one sentence for the operator, where that is impossible
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
    lock = await lockFor(options);
    installation = await openInstallation(options, lock);
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

/** The connection that belongs to an endpoint and a password. */
export function connectionTo(endpoint: { host: string; port: number }, password: string): EmbeddedConnection {
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

function lockFor({ dataDir, log, purpose = "server" }: EmbeddedOptions): Promise<DataFolderLock> {
  const { pgData } = placesIn(dataDir);
  const checkTakeover = async (): Promise<void> => {
    if ((await examinePgData(pgData)) === "usable") await refuseForeignPostgres(pgData);
  };
  return lockDataFolder(dataDir, { purpose, log, checkTakeover });
}

async function openInstallation(options: EmbeddedOptions, lock: DataFolderLock): Promise<Installation> {
  const { pgData } = placesIn(options.dataDir);
  await lock.confirm();
  if ((await examinePgData(pgData)) === "usable") {
    const socketFolder = await endLeftoverPostgres(pgData, options.log);
    if (socketFolder !== undefined) await removeOutsideFolder(socketFolder);
  }
  return prepareInstallation(options.dataDir, options.forTests);
}

async function makeDatabase(installation: Installation, options: EmbeddedOptions): Promise<string> {
  const state = await examinePgData(installation.pgData);
  const password = await keepPassword(installation.passwordFile, state);
  if (state === "missing") {
    options.log.info("database.creating", { folder: installation.pgData });
    await initialisePgData(installation, password, { sync: options.forTests?.settings?.["fsync"] !== "off" });
  }
  return password;
}

type Keeper = { pid: () => number | undefined; stop: () => Promise<void> };

const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** A database that ran this long starts anew with the first pause: one that fails this seldom costs nothing to start again. */
const wellAfterMs = 5_000;

async function keepRunning(
  installation: Installation,
  options: EmbeddedOptions,
  lock: DataFolderLock,
): Promise<Keeper> {
  const { log } = options;
  const settings = options.forTests?.settings ?? {};
  const stopping = new AbortController();
  let current: PostgresProcess | undefined;
  let ready = true;

  const start = (): Promise<PostgresProcess> =>
    startPostgresProcess(installation, {
      settings,
      log,
      onSpawn: (started) => {
        current = started;
        // Stopped between two tries: this one is not wanted any more.
        if (stopping.signal.aborted) void started.stop();
      },
    });

  const watch = async (first: PostgresProcess): Promise<void> => {
    let running = first;
    let pauseMs = firstPauseMs;
    for (;;) {
      const startedAt = Date.now();
      const end = await running.ended;
      if (stopping.signal.aborted) return;
      ready = false;
      if (Date.now() - startedAt > wellAfterMs) pauseMs = firstPauseMs;
      log.error("database.exited", { ...end, pauseMs });
      const restarted = await restart(installation, { start, lock, log, pauseMs, signal: stopping.signal });
      if (restarted === undefined) return;
      running = restarted.running;
      pauseMs = Math.min(restarted.pauseMs * 2, longestPauseMs);
      ready = true;
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
  return { pid: () => (ready ? current?.pid : undefined), stop };
}

/** Tries until it runs again, with pauses that grow; undefined when stopped meanwhile. */
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
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      options.log.error("database.restart_failed", { error, pauseMs });
    }
  }
  return undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
