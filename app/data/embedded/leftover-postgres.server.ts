import { spawnSync } from "node:child_process";
import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { realpathSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { isAlive } from "./process-identity.server.ts";

/** What PostgreSQL itself writes into `postmaster.pid`. */
export type PostmasterFile = {
  readonly pid: number;
  readonly port: number;
  /** Empty where there are no sockets. */
  readonly socketFolder: string;
  readonly ready: boolean;
};

/** Reads `postmaster.pid` of a data folder; undefined where there is none or it is still being written. */
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
 * Sees to it that no PostgreSQL works on `pgData` before we start ours. After a kill -9 of our process the old one is
 * normally ending already (see `chooseRunAs`), so it is given a moment; one that goes on is stopped. Call it with the
 * data folder locked: then whatever runs there is nobody's.
 * @returns the folder of the socket that a killed server left behind, if it left one
 * @throws StartupProblem where it cannot be ended
 */
export async function endLeftoverPostgres(pgData: string, log: Log): Promise<string | undefined> {
  const startedAt = Date.now();
  let interruptAfterMs = patienceMs;
  for (;;) {
    const pids = await findPostgresProcesses(pgData);
    if (pids.length === 0) break;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > giveUpMs) {
      throw new StartupProblem(
        `An earlier PostgreSQL (process ${pids[0]}) still works on ${pgData} and does not end: stop it with "kill -INT ${pids[0]}" and start again.`,
      );
    }
    if (waitedMs > interruptAfterMs) {
      interruptAfterMs += patienceMs;
      log.warn("stopping a database that an earlier run left behind", { pids });
      await interrupt(pgData, pids);
    }
    await sleep(20);
  }
  const file = await readPostmasterFile(pgData);
  if (file === undefined) return undefined;
  if (file.socketFolder !== "" && (await answers(join(file.socketFolder, `.s.PGSQL.${file.port}`)))) {
    // A server in another container shares the folder but not our view of processes; its socket still answers.
    throw new StartupProblem(
      `Another server, perhaps in another container, has a PostgreSQL running on ${pgData}: stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
  // Nothing works on the folder, so the file is stale. PostgreSQL would refuse to start if its number now belonged to
  // another process, which in a container, where numbers repeat, is likely.
  await rm(join(pgData, "postmaster.pid"), { force: true });
  return file.socketFolder;
}

const patienceMs = 1_000;
const giveUpMs = 10_000;

/** Every process of PostgreSQL works in its data folder, the leftovers of a killed one as well. */
async function findPostgresProcesses(pgData: string): Promise<number[]> {
  const numbers = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (numbers.length === 0) return findByPostmasterFile(pgData);
  const folder = realpathSync(pgData);
  const found = await Promise.all(
    numbers.map(async (number) => {
      const cwd = await readlink(`/proc/${number}/cwd`).catch(() => "");
      if (cwd !== folder) return [];
      const name = await readFile(`/proc/${number}/comm`, "utf8").catch(() => "");
      return name.trim() === "postgres" ? [Number(number)] : [];
    }),
  );
  return found.flat();
}

/** Where there is no /proc (macOS): the number may by now belong to a program that is none of our business. */
async function findByPostmasterFile(pgData: string): Promise<number[]> {
  const file = await readPostmasterFile(pgData);
  if (file === undefined || !isAlive(file.pid)) return [];
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(file.pid)], { encoding: "utf8" });
  return stdout?.includes(pgData) === true ? [file.pid] : [];
}

/** The main process ends the others; where it is gone already, a busy one left alone hears us before it notices that. */
async function interrupt(pgData: string, pids: readonly number[]): Promise<void> {
  const main = (await readPostmasterFile(pgData))?.pid;
  const targets = main !== undefined && pids.includes(main) ? [main] : pids;
  for (const pid of targets) {
    try {
      process.kill(pid, "SIGINT");
    } catch {
      // Gone in this moment, or not ours to end; the caller looks again and gives up in time.
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
    socket.once("error", answer(false));
  });
}
