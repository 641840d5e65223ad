import { spawnSync } from "node:child_process";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { localSocketFolder, socketFile } from "./installation.ts";
import { findPidNamespace, isAlive } from "./process-identity.ts";
import { EmbeddedPostgresError, type Log } from "./reporting.ts";

/** The content of PostgreSQL's `postmaster.pid`. */
export type PostmasterFile = {
  readonly pid: number;
  readonly port: number;
  /** Empty on a system without sockets. */
  readonly socketFolder: string;
  readonly ready: boolean;
};

/** @returns undefined if there is no `postmaster.pid` or it is still being written */
export async function readPostmasterFile(pgData: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(pgData, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    port: Number(lines[3]),
    socketFolder: lines[4] ?? "",
    ready: lines[7]?.trim() === "ready",
  };
}

/**
 * Ends every PostgreSQL that an earlier run left on `pgData`. After a kill -9 of the server it normally ends automatically (see
 * `chooseRunAs`); one that does not is interrupted. Call it with the data folder locked, so that no server owns that PostgreSQL.
 * @returns the folder of the socket that a killed server left behind, if any
 * @throws EmbeddedPostgresError if it does not end or runs in another PID namespace
 */
export async function endLeftoverPostgres(pgData: string, log: Log): Promise<string | undefined> {
  const startedAt = Date.now();
  let interruptAfterMs = interruptIntervalMs;
  for (;;) {
    await refuseForeignPostgres(pgData);
    const pids = await findLocalPostgres(pgData);
    if (pids.length === 0) break;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > timeoutMs) {
      throw new EmbeddedPostgresError(
        `An earlier PostgreSQL (process ${pids[0]}) still runs on ${pgData} and does not end: stop it with "kill -INT ${pids[0]}" and start again.`,
      );
    }
    if (waitedMs > interruptAfterMs) {
      interruptAfterMs += interruptIntervalMs;
      log.warn("database.leftover_stopped", { pids });
      await interrupt(pgData, pids);
    }
    await sleep(20);
  }
  const file = await readPostmasterFile(pgData);
  if (file === undefined) return undefined;
  // The file is stale now. PostgreSQL would refuse to start if another process had its PID, which is likely in a container.
  await rm(join(pgData, "postmaster.pid"), { force: true });
  return file.socketFolder;
}

/**
 * Another PID namespace may run a PostgreSQL on `pgData`. This process cannot see them or must not stop them, but its socket accepts
 * connections.
 * @throws EmbeddedPostgresError if there is one
 */
export async function refuseForeignPostgres(pgData: string): Promise<void> {
  const found = await findPostgresProcesses(pgData);
  if (
    found.some(({ isForeign }) => isForeign) ||
    (found.length === 0 && (await answersWithoutProcess(pgData)))
  ) {
    throw new EmbeddedPostgresError(
      `Another server, perhaps in another container, has a PostgreSQL running on ${pgData}: stop it first, or set another DATA_DIR for this one.`,
    );
  }
}

/** Checks twice, because a local PostgreSQL may stop or start between two steps. */
async function answersWithoutProcess(pgData: string): Promise<boolean> {
  if (!(await answersOnSocket(pgData))) return false;
  if ((await findPostgresProcesses(pgData)).length > 0) return false;
  return answersOnSocket(pgData);
}

/** The path in postmaster.pid can have another meaning in another container, so the folder's own socket is also checked. */
async function answersOnSocket(pgData: string): Promise<boolean> {
  const sockets = [socketFile(localSocketFolder(dirname(pgData)))];
  const file = await readPostmasterFile(pgData);
  if (file !== undefined && file.socketFolder !== "") sockets.push(socketFile(file.socketFolder, file.port));
  return (await Promise.all(sockets.map(answers))).includes(true);
}

const interruptIntervalMs = 1_000;
const timeoutMs = 10_000;

async function findLocalPostgres(pgData: string): Promise<number[]> {
  return (await findPostgresProcesses(pgData)).filter(({ isForeign }) => !isForeign).map(({ pid }) => pid);
}

/** `isForeign`: it runs in another PID namespace, so a server there owns it. */
type PostgresProcess = { readonly pid: number; readonly isForeign: boolean };

/** Every process of PostgreSQL has its data folder as working folder. Inodes are compared because containers mount it elsewhere. */
async function findPostgresProcesses(pgData: string): Promise<PostgresProcess[]> {
  const numbers = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (numbers.length === 0) return findByPostmasterFile(pgData);
  const folder = await stat(pgData, { bigint: true });
  const ownNamespace = findPidNamespace("self");
  const found = await Promise.all(
    numbers.map(async (number) => {
      const name = await readFile(`/proc/${number}/comm`, "utf8").catch(() => "");
      if (name.trim() !== "postgres") return [];
      const cwd = await stat(`/proc/${number}/cwd`, { bigint: true }).catch(() => undefined);
      if (cwd?.ino !== folder.ino || cwd.dev !== folder.dev) return [];
      const namespace = findPidNamespace(Number(number));
      return [{ pid: Number(number), isForeign: namespace !== undefined && namespace !== ownNamespace }];
    }),
  );
  return found.flat();
}

/** For systems without /proc, such as macOS. The PID may belong to an unrelated program by now, so its command line is checked. */
async function findByPostmasterFile(pgData: string): Promise<PostgresProcess[]> {
  const file = await readPostmasterFile(pgData);
  if (file === undefined || !isAlive(file.pid)) return [];
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(file.pid)], { encoding: "utf8" });
  return stdout?.includes(pgData) === true ? [{ pid: file.pid, isForeign: false }] : [];
}

/** The main process ends the others. If it is gone, a busy process reacts to the signal before it notices that. */
async function interrupt(pgData: string, pids: readonly number[]): Promise<void> {
  const main = (await readPostmasterFile(pgData))?.pid;
  const targets = main !== undefined && pids.includes(main) ? [main] : pids;
  for (const pid of targets) {
    try {
      process.kill(pid, "SIGINT");
    } catch {
      // The process has ended or belongs to another user. The caller checks again until its deadline.
    }
  }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const answer = (value: boolean) => () => {
      socket.destroy();
      resolve(value);
    };
    socket.once("connect", answer(true));
    // A suspended PostgreSQL whose queue of connections is full refuses with EAGAIN.
    socket.once("error", (error: NodeJS.ErrnoException) => answer(error.code === "EAGAIN")());
  });
}
