import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openConnection } from "./http-connection.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch-folder.ts";

/** The built server in a separate process with the settings of `npm start`. */
export type ServerProcess = {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  readonly dataDir: string;
  /** Time from starting the process to its first 200 on /readyz. */
  readonly readyAfterMs: number;
  /** What it has printed, with its log. */
  readOutput(): string;
  stop(): Promise<void>;
};

/**
 * Starts the server and waits until it is ready.
 * @param dataDir its data folder; by default a new one that is removed with the server
 * @param more additional settings
 * @throws with its output if it exits
 */
export async function startServer(
  dataDir?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  if (isEnding) throw new Error("The benchmark is stopping.");
  const folder = makeScratchFolder();
  const port = await freePort();
  const settings = { DATA_DIR: dataDir ?? join(folder, "data"), PORT: String(port), ...more };
  // Output goes to a file, because reading it here would use CPU time that is being measured.
  const output = join(folder, "output");
  const file = openSync(output, "w");
  const began = performance.now();
  const child = spawn(process.execPath, ["server/start.mjs"], {
    // With NODE_ENV=test, the server does not read .env. A trusted proxy header gives each simulated visitor a separate address.
    env: { PATH: process.env.PATH, NODE_ENV: "test", TRUSTED_PROXIES: "127.0.0.1", ...settings },
    stdio: ["ignore", file, file],
  });
  closeSync(file);
  const stop = async (): Promise<void> => {
    running.delete(stop);
    await end(child);
    removeScratchFolder(folder);
  };
  running.add(stop);
  if (!(await isReady(child, port)) || child.pid === undefined) {
    const printed = readFileSync(output, "utf8");
    await stop();
    throw new Error(`The server did not start: ${printed}`);
  }
  const readyAfterMs = performance.now() - began;
  const url = `http://127.0.0.1:${port}/`;
  const readOutput = (): string => readFileSync(output, "utf8");
  return { pid: child.pid, port, url, dataDir: settings.DATA_DIR, readyAfterMs, readOutput, stop };
}

/**
 * Starts a server with a new database, and waits until it has recorded its site. A server does that once for each release, and the seconds
 * of CPU time that it takes would be attributed to the requests of a benchmark.
 * @throws if that takes a minute
 */
export async function startSettledServer(
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const server = await startServer(undefined, more);
  const until = performance.now() + settleTimeoutMs;
  // The last step of the recording.
  while (!server.readOutput().includes('"event":"claims.found"')) {
    if (performance.now() > until) {
      await server.stop();
      throw new Error("The server has not recorded its site.");
    }
    await sleep(200);
  }
  return server;
}

/** Stops all running servers and prevents new ones. */
export async function stopServers(): Promise<void> {
  isEnding = true;
  await Promise.all([...running].map((stop) => stop()));
}

const running = new Set<() => Promise<void>>();
let isEnding = false;

const startTimeoutMs = 30_000;
const settleTimeoutMs = 60_000;

async function isReady(child: ChildProcess, port: number): Promise<boolean> {
  const until = performance.now() + startTimeoutMs;
  while (performance.now() < until && child.exitCode === null && child.signalCode === null) {
    if (await answersReady(port)) return true;
    await sleep(5);
  }
  return false;
}

async function answersReady(port: number): Promise<boolean> {
  try {
    const connection = await openConnection(port);
    const { status } = await connection.send(
      "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    connection.close();
    return status === 200;
  } catch {
    // The server is not listening yet.
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await ended;
  clearTimeout(force);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was assigned.");
  return address.port;
}
