import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { DataFolderTaken, findLocalHolder } from "./data-folder-lock.server.ts";
import { connectionTo, startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.server.ts";
import { readPassword } from "./initialise.server.ts";
import { placesIn } from "./installation.server.ts";
import { readPostmasterFile } from "./leftover-postgres.server.ts";
import { isRestricted } from "./program-role.server.ts";
import { isAlive } from "./process-identity.server.ts";

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
  for (;;) {
    const borrowed = (await findRunning(options.dataDir)) ?? (await startOwn(options));
    if (borrowed !== undefined) return borrowed;
    if (Date.now() > deadline) {
      throw new StartupProblem(
        `A server is using ${options.dataDir} but its database does not come up: look at the server's log.`,
      );
    }
    await sleep(50);
  }
}

/** Undefined if a server of this PID namespace has taken the folder meanwhile. */
async function startOwn(options: { dataDir: string; log: Log }): Promise<EmbeddedPostgres | undefined> {
  try {
    return await startEmbeddedPostgres({ ...options, purpose: "command" });
  } catch (error) {
    const holder = error instanceof DataFolderTaken ? error.holder : undefined;
    if (holder?.purpose === "server" && !holder.isForeign) return undefined;
    throw error;
  }
}

/** The database of a server, once it is ready. */
async function findRunning(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  if ((await findLocalHolder(dataDir))?.purpose !== "server") return undefined;
  const { pgData, passwordFile } = placesIn(dataDir);
  const file = await readPostmasterFile(pgData);
  const password = await readPassword(passwordFile);
  // After a crash the file speaks of a process that is gone, until the server has started the next.
  if (file?.ready !== true || !isAlive(file.pid) || password === undefined) return undefined;
  // The first start is still initializing the database.
  if (!(await isRestricted(pgData))) return undefined;
  const host = file.socketFolder === "" ? "127.0.0.1" : file.socketFolder;
  return {
    connection: connectionTo({ host, port: file.port }, password),
    pid: () => file.pid,
    stop: () => Promise.resolve(),
  };
}
