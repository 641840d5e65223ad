import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { copyTemplate } from "./data-folder-template.ts";

/** The built server in a separate process, started like `npm start`. */
export type RunningServer = {
  readonly child: ChildProcess;
  readonly url: string;
  /** Its output so far. */
  output(): string;
  /** Stops it with SIGTERM and waits. */
  stop(): Promise<void>;
  /** Kills it and waits. */
  kill(): Promise<void>;
};

export type ServerSettings = { dataDir: string; port?: number; env?: Record<string, string> };

/**
 * Starts a server and waits until it is ready. A new data folder gets a copy of the template, if the run has one.
 * @throws with its output if it exits
 */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  copyTemplate(settings.dataDir);
  const port = settings.port ?? (await freePort());
  const launched = launchServer({ ...settings, port });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (launched.child.exitCode !== null) break;
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.status === 200) return { ...launched, url };
    await sleep(50);
  }
  throw new Error(`The server did not start: ${launched.output()}`);
}

/** Starts a server without waiting, for tests of failing starts. */
export function launchServer(settings: ServerSettings): Omit<RunningServer, "url"> {
  const child = spawn(process.execPath, ["build/server/main.js"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(settings.port ?? 0),
      DATA_DIR: settings.dataDir,
      LOG_LEVEL: "warn",
      // A trusted proxy header gives each visitor a separate address.
      TRUSTED_PROXIES: "127.0.0.1",
      ...settings.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  return { child, output: () => printed, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

/** Waits until a failing start has exited. */
export async function refusal(settings: ServerSettings): Promise<{ code: number | null; printed: string }> {
  const { child, output } = launchServer(settings);
  if (child.exitCode === null) await once(child, "exit");
  return { code: child.exitCode, printed: output() };
}

/** The process ID of the embedded database, from PostgreSQL's lock file. */
export function postgresPid(dataDir: string): number | undefined {
  const file = join(dataDir, "postgres", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, "utf8").split("\n", 1)[0]);
  return Number.isInteger(pid) ? pid : undefined;
}

/** Whether a process is running. Zombies do not count. */
export function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, "utf8"));
}

/**
 * Waits until a condition holds.
 * @throws after the deadline, with the name of the condition
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 45_000,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
    await sleep(25);
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was assigned.");
  return address.port;
}
