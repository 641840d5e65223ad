import { statfs } from "node:fs/promises";
import type { Pool } from "pg";
import type { Log } from "#app/platform/log.server.ts";
import { isUnavailable } from "./constraint.server.ts";
import { backendPid } from "./session.server.ts";

/** Below this PostgreSQL may find no space for its log of changes, and would then stop. */
export const minFreeDiskBytes = 200 * 1024 * 1024;

/** A check that takes longer has failed. */
const timeoutMs = 2_000;

/** However often it is asked for, a check runs at most once in this time, unless a connection breaks. */
const maxAgeMs = 1_000;

/** Why no write is accepted, as the log says it. */
type Problem = {
  reason: "disk-almost-full" | "no-answer-in-time" | "write-failed";
  [field: string]: unknown;
};

/**
 * Tells whether the database accepts writes. The row that it writes fills a page, so that the table has to grow and a full disk
 * shows. The row is rolled back, but the transaction commits: only a commit waits for a synchronous standby, and so notices one
 * that no longer answers.
 * @param options.dataDir where our own database lives; its disk must have space left
 */
export function createReadinessCheck(options: {
  pool: Pool;
  log: Log;
  dataDir?: string | undefined;
  minFreeBytes?: number;
}): () => Promise<boolean> {
  const { pool, log, dataDir, minFreeBytes = minFreeDiskBytes } = options;
  // One at a time: a commit that hangs keeps its connection, and must not take the others as well.
  let running: Promise<void> | undefined;
  let latest: { at: number; problem: Problem | undefined } | undefined;
  let isReported = false;
  // A connection that breaks may mean that the server is gone.
  pool.on("remove", () => {
    latest = undefined;
  });

  const check = async (): Promise<void> => {
    const problem =
      (dataDir === undefined ? undefined : await findDiskProblem(dataDir, minFreeBytes)) ??
      (await findWriteProblem(pool));
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

  /** An outage is one line at its beginning and one at its end. */
  function report(problem: Problem | undefined): boolean {
    if (problem !== undefined && !isReported) log.error("database.not_ready", problem);
    if (problem === undefined && isReported) log.info("database.ready");
    isReported = problem !== undefined;
    return problem === undefined;
  }
}

async function findDiskProblem(dataDir: string, minFreeBytes: number): Promise<Problem | undefined> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  return freeBytes < minFreeBytes ? { reason: "disk-almost-full", freeBytes, minFreeBytes } : undefined;
}

/** The rolled-back row leaves no row to delete, whose page the next check would use again; autovacuum takes the pages back. */
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
      // Closing the connection does not end a commit that waits for a standby.
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
