import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { findLockHolder } from "./data-folder-lock.server.ts";
import {
  connectionTo,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "./embedded-postgres.server.ts";
import { readPassword } from "./initialise.server.ts";
import { placesIn } from "./installation.server.ts";
import { readPostmasterFile } from "./leftover-postgres.server.ts";

/**
 * For shell commands: the database of the server that runs on `dataDir`, else one started for as long as the command takes.
 * Two commands at once take turns, because the first one's database ends with it.
 * @throws StartupProblem where neither is possible
 */
export async function borrowEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
}): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + 30_000;
  while ((await findLockHolder(options.dataDir))?.purpose === "server") {
    const running = await findRunning(options.dataDir);
    if (running !== undefined) return running;
    if (Date.now() > deadline) {
      throw new StartupProblem(
        `A server is using ${options.dataDir} but its database does not come up: look at the server's log.`,
      );
    }
    await sleep(50);
  }
  return startEmbeddedPostgres({ ...options, purpose: "command" });
}

async function findRunning(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  const { pgData, passwordFile } = placesIn(dataDir);
  const file = await readPostmasterFile(pgData);
  const password = await readPassword(passwordFile);
  if (file?.ready !== true || password === undefined) return undefined;
  const host = file.socketFolder === "" ? "127.0.0.1" : file.socketFolder;
  return { connection: connectionTo({ host, port: file.port }, password), pid: () => file.pid, stop: () => Promise.resolve() };
}
