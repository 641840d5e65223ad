import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import {
  type EmbeddedConnection,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../src/embedded-postgres.ts";
import { silentLog } from "./log.ts";

export { unprivilegedUser } from "../src/owner.ts";
export { chooseRunAs } from "../src/run-as.ts";

export const isRoot = process.getuid?.() === 0;

/** Creates folders that every user can enter. They are removed after the tests of the file. */
export function scratchFolder(): () => Promise<string> {
  const made: string[] = [];
  afterAll(async () => {
    for (const folder of made) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), "practice-start-"));
    await chmod(folder, 0o711);
    made.push(folder);
    return folder;
  };
}

/** Copies the data folder of a stopped database with its owners, which is faster than creating one. */
export function copyDataDir(from: string, to: string): string {
  execFileSync("cp", ["-a", from, to]);
  return to;
}

/** Data folders for the tests of a file, copied from one that is created once, and databases that stop after each test. */
export function databaseFolders() {
  const newFolder = scratchFolder();
  const stops: (() => unknown)[] = [];
  let seed = "";
  beforeAll(async () => {
    seed = join(await newFolder(), "seed");
    await (await startEmbeddedPostgres({ dataDir: seed, log: silentLog })).stop();
  });
  afterEach(async () => {
    while (stops.length > 0) await stops.pop()?.();
  });
  return {
    newFolder,
    /** What is left to stop after a test, last first. */
    stops,
    copySeed: (to: string) => copyDataDir(seed, to),
    newDataDir: async () => copyDataDir(seed, join(await newFolder(), "data")),
    start: async (dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> => {
      const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, ...options });
      stops.push(() => postgres.stop());
      return postgres;
    },
    killAfterTest: (runner: Runner): Runner => {
      stops.push(async () => {
        runner.child.kill("SIGKILL");
        await runner.ended;
      });
      return runner;
    },
  };
}

export type RunnerLine = {
  pid?: number;
  connection?: EmbeddedConnection;
  problem?: string;
  number?: number;
};

export type Runner = {
  child: ChildProcess;
  /** Its first line: the database, or the reason for which it did not start. */
  first: Promise<RunnerLine>;
  /** Number of the last acknowledged row. */
  lastNumber(): number;
  ended: Promise<void>;
};

/** Starts `run-database.ts` as a separate process, optionally as another user. */
export function startRunner(
  dataDir: string,
  options: { flags?: readonly string[]; prefix?: readonly string[] } = {},
): Runner {
  const script = fileURLToPath(new URL("run-database.ts", import.meta.url));
  const [file = "", ...args] = [
    ...(options.prefix ?? []),
    process.execPath,
    script,
    dataDir,
    ...(options.flags ?? []),
  ];
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  let lastNumber = 0;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const first = new Promise<RunnerLine>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      // The output of run-database.ts.
      const parsed = JSON.parse(line) as RunnerLine;
      if (parsed.number === undefined) resolve(parsed);
      else lastNumber = parsed.number;
    });
    void ended.then(() => reject(new Error(`The runner ended without output: ${errors}`)));
  });
  // A test that kills the runner early ignores its first line.
  first.catch(() => undefined);
  return { child, first, lastNumber: () => lastNumber, ended };
}

/** PID of the runner's database. Fails the test if there is none. */
export async function pidOf(runner: Runner): Promise<number> {
  const { pid, problem } = await runner.first;
  if (pid === undefined) throw new Error(problem ?? "no PID");
  return pid;
}

/** PID of the database. Fails the test if it is not running. */
export function runningPid(postgres: EmbeddedPostgres): number {
  const pid = postgres.pid();
  // No default, because a signal to PID 0 would reach the tests.
  if (pid === undefined) throw new Error("The database is not running.");
  return pid;
}

/** Whether a process runs. A zombie counts as ended. */
export function isRunning(pid: number): boolean {
  if (!existsSync("/proc/self")) return execFileSync("ps", ["-o", "pid=", "-p", String(pid)]).length > 0;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** Waits for at most ten seconds until `isTrue` returns true. */
export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isTrue, { timeout: 30_000, interval: 20 }).toBe(true);
}

/** Runs one statement on a separate connection. */
export async function ask(connection: EmbeddedConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client({ ...connection, ssl: false });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Whether this user can mount a disk of a few megabytes. */
export function canMount(): boolean {
  try {
    accessSync("/proc/self/mounts", constants.R_OK);
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
