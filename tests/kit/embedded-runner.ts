import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, expect } from "vitest";
import type { EmbeddedConnection, EmbeddedPostgres } from "#app/data/embedded/embedded-postgres.server.ts";

export const isRoot = process.getuid?.() === 0;

/** A folder that every user may pass through, removed after the file's tests. */
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

/** Copies a data folder that no database runs on, with its owners: faster than making a database anew. */
export function copyDataDir(from: string, to: string): string {
  execFileSync("cp", ["-a", from, to]);
  return to;
}

export type RunnerLine = {
  pid?: number;
  connection?: EmbeddedConnection;
  problem?: string;
  number?: number;
};

export type Runner = {
  child: ChildProcess;
  /** What it printed first: that its database is there, or why not. */
  first: Promise<RunnerLine>;
  /** Number of the last row that was acknowledged to it. */
  lastNumber(): number;
  ended: Promise<void>;
};

/** Starts `run-embedded-postgres.ts` as a process of its own, on request as another user. */
export function startRunner(
  dataDir: string,
  options: { flags?: readonly string[]; prefix?: readonly string[] } = {},
): Runner {
  const script = fileURLToPath(new URL("run-embedded-postgres.ts", import.meta.url));
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
      // Our own script's output.
      const parsed = JSON.parse(line) as RunnerLine;
      if (parsed.number === undefined) resolve(parsed);
      else lastNumber = parsed.number;
    });
    void ended.then(() => reject(new Error(`The runner ended without a word: ${errors}`)));
  });
  // A test that kills it early does not ask for its first word.
  first.catch(() => undefined);
  return { child, first, lastNumber: () => lastNumber, ended };
}

/** Number of the runner's database process; fails the test where it has none. */
export async function pidOf(runner: Runner): Promise<number> {
  const { pid, problem } = await runner.first;
  if (pid === undefined) throw new Error(problem ?? "no process number");
  return pid;
}

/** Number of the database's process; fails the test while it has none. */
export function runningPid(postgres: EmbeddedPostgres): number {
  const pid = postgres.pid();
  // Never a default: a signal to number 0 would reach the tests themselves.
  if (pid === undefined) throw new Error("The database is not running.");
  return pid;
}

/** Whether a process runs; one that has ended counts as gone even before its parent takes note. */
export function isRunning(pid: number): boolean {
  if (!existsSync("/proc/self")) return execFileSync("ps", ["-o", "pid=", "-p", String(pid)]).length > 0;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** Waits until `isTrue`, and fails the test where that takes longer than ten seconds. */
export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isTrue, { timeout: 10_000, interval: 20 }).toBe(true);
}

/** Runs one statement over a connection of its own. */
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
