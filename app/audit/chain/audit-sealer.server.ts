import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { sealAuditLog } from "./seal-audit-log.server.ts";

const intervalMs = 60_000;

/** Runs that read the whole log find events that committed after one with a higher id. */
const maxMsBetweenFullRuns = 15 * 60_000;

type Deps = { db: Kysely<Database>; log: Log };

/** Seals new events of the audit log every minute. */
export function startAuditSealer(deps: Deps): RepeatingTask {
  const sealer = createAuditSealer(deps);
  return repeat({
    pauseMs: intervalMs,
    run: () => sealer.run(performance.now()),
    onError(error, consecutiveFailures) {
      // Events are stored regardless, and the next run seals them.
      if (consecutiveFailures === 1) deps.log.error("audit.seal_failed", { error });
    },
  });
}

/** The sealer of one server. Tests call `run` instead of waiting. */
export function createAuditSealer({ db, log }: Deps): { run(nowMs: number): Promise<void> } {
  let fullRun: { at: number; lastId: string | undefined } | undefined;

  return {
    /** @param nowMs the time of a monotonic clock */
    async run(nowMs) {
      const isFull = fullRun === undefined || nowMs - fullRun.at >= maxMsBetweenFullRuns;
      const { link, events, isComplete } = await sealAuditLog(db, isFull ? {} : { after: fullRun?.lastId });
      if (isFull && isComplete) fullRun = { at: nowMs, lastId: await findLastSealed(db) };
      // A copy of the hash in a log that is kept elsewhere proves the history up to this link.
      if (link !== undefined) log.info("audit.sealed", { ...link, events });
    },
  };
}

async function findLastSealed(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ lastId: string | null }>`
    select max(event_id)::text as last_id from audit_seals`.execute(db);
  return rows[0]?.lastId ?? undefined;
}
