import { statfs } from "node:fs/promises";
import type { Pool } from "pg";
import type { Log } from "#app/platform/log.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { backendPid } from "#app/data/connection/session.server.ts";

/** Below this, PostgreSQL may run out of space for its write-ahead log and stop. */
export const minFreeDiskBytes = 200 * 1024 * 1024;

/** A check that takes longer counts as failed. */
const timeoutMs = 2_000;

/** A check runs at most once per interval, unless a connection breaks. */
const maxAgeMs = 1_000;

/** Reason for rejected writes, as logged. */
type Problem = {
  reason: "disk-almost-full" | "disk-unreadable" | "no-answer-in-time" | "write-failed";
  [field: string]: unknown;
};

/**
 * Checks whether the database accepts writes. The probe row fills a page, so the table must grow and a full disk is detected. The row is
 * rolled back to a savepoint, but the transaction commits. Only a commit waits for a synchronous standby and detects one that no longer
 * responds. Meanwhile, requests that need the database get a 503: see `postgres-errors.server.ts`.
 * @param options.probePool one connection, because a check that waited for the connections of requests would report overload as an outage
 * @param options.pool the connections of requests
 * @param options.dataDir folder of the embedded database; its disk must have free space
 */
export function createReadinessCheck(options: {
  probePool: Pool;
  pool: Pool;
  log: Log;
  dataDir?: string | undefined;
  minFreeBytes?: number;
}): () => Promise<boolean> {
  const { probePool, pool, log, dataDir, minFreeBytes = minFreeDiskBytes } = options;
  // One check at a time, because a hung commit holds the connection.
  let running: Promise<void> | undefined;
  let latest: { at: number; problem: Problem | undefined } | undefined;
  let isReported = false;
  // A broken connection may mean that the server is down.
  for (const each of [pool, probePool]) {
    each.on("remove", () => {
      latest = undefined;
    });
  }

  const check = async (): Promise<void> => {
    const problem =
      (dataDir === undefined ? undefined : await findDiskProblem(dataDir, minFreeBytes)) ??
      (await findWriteProblem(probePool));
    latest = { at: performance.now(), problem };
  };

  return async () => {
    const isRecent = latest !== undefined && performance.now() - latest.at < maxAgeMs;
    if (!isRecent) {
      running ??= check().finally(() => {
        running = undefined;
      });
      const isDone = await endsWithin(running, timeoutMs);
      if (!isDone) return report({ reason: "no-answer-in-time" });
    }
    return report(latest?.problem);
  };

  /** Logs one line when an outage starts and one when it ends. */
  function report(problem: Problem | undefined): boolean {
    if (problem !== undefined && !isReported) log.error("database.not_ready", problem);
    if (problem === undefined && isReported) log.info("database.ready");
    isReported = problem !== undefined;
    return problem === undefined;
  }
}

async function findDiskProblem(dataDir: string, minFreeBytes: number): Promise<Problem | undefined> {
  const disk = await statfs(dataDir).catch((error: unknown) => ({ error }));
  if ("error" in disk) return { reason: "disk-unreadable", error: disk.error };
  const freeBytes = disk.bavail * disk.bsize;
  return freeBytes < minFreeBytes ? { reason: "disk-almost-full", freeBytes, minFreeBytes } : undefined;
}

/** A rolled-back insert leaves a dead row, so each check allocates a new page until autovacuum reclaims the pages. */
const write = `
  begin;
  savepoint probe;
  insert into readiness_probes (filler) values (repeat('x', 7500));
  rollback to savepoint probe;
  commit`;

async function findWriteProblem(pool: Pool): Promise<Problem | undefined> {
  try {
    const client = await pool.connect();
    try {
      await client.query(write);
      client.release();
    } catch (error) {
      client.release(true);
      // Closing the connection does not cancel a commit that waits for a standby.
      const pid = isUnavailable(error) ? backendPid(client) : undefined;
      if (pid !== undefined) await pool.query("select pg_cancel_backend($1)", [pid]).catch(() => undefined);
      throw error;
    }
    return undefined;
  } catch (error) {
    return { reason: "write-failed", error };
  }
}

async function endsWithin(work: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false);
  });
  const isDone = await Promise.race([work.then(() => true), limit]);
  clearTimeout(timer);
  return isDone;
}
