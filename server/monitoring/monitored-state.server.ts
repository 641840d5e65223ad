import { type Kysely, sql } from "kysely";
import { readBackupHealth } from "#app/backup/schedule/backup-records.server.ts";
import type { RecordingStatus } from "#app/compliance/archive/recording-status.ts";
import { type ChainStatus, loadChainStatus } from "#app/compliance/chains/chain-status.server.ts";
import { type Clocks, findPresentProblem, readClocks } from "#app/data/maintenance/check-clocks.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { type EmailHealth, readEmailHealth } from "#app/email/outbox/email-health.server.ts";
import {
  type IntegrationHealth,
  readIntegrationHealth,
} from "#app/integrations/deliveries/integration-health.server.ts";
import type { SubmissionCounts } from "#app/intake/receive/submission-counts.ts";
import { readDisk } from "#app/data/health/read-disk.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { BackupHealth, DiskSpace } from "#app/platform/health.ts";

/** What metrics and alerts know about the program at one moment. */
export type MonitoredState = {
  now: Date;
  /** Undefined if the database did not answer. */
  database: DatabaseState | undefined;
  /** How long the database has not answered or has accepted no writes. 0 while it does both. */
  notReadySeconds: number;
  /** The disk of the data folder; undefined with a database server. */
  disk: DiskSpace | undefined;
  /** Submissions of the last five minutes that could not be stored. */
  recentLeadFailures: number;
  /** How long this server has failed to record the site. 0 while it succeeds. */
  unrecordedSeconds: number;
};

export type DatabaseState = {
  email: EmailHealth;
  integrations: IntegrationHealth;
  chains: readonly ChainStatus[];
  clocks: Clocks;
  isClockWrong: boolean;
  backups: BackupHealth;
};

export type StateDeps = {
  db: Kysely<Database>;
  clock: Clock;
  builtAt: Date | undefined;
  /** Folder of the embedded database. */
  dataDir?: string | undefined;
  submissionCounts: Pick<SubmissionCounts, "recentFailures">;
  recordingStatus: Pick<RecordingStatus, "failingSeconds">;
  /** Whether this server makes daily backups. */
  isBackupScheduled: boolean;
  /** Whether the database accepts writes. A standby and a full disk answer queries and accept none. */
  isReady(): Promise<boolean>;
  /** Tests use a shorter one. */
  timeoutMs?: number;
};

/** A state is reused for this long, so that frequent scrapes cost nothing. */
const maxAgeMs = 5_000;
const readTimeoutMs = 2_000;

/** @returns a function that reads the state, at most once in five seconds and never twice at the same time */
export function createStateReader(deps: StateDeps): () => Promise<MonitoredState> {
  const readDatabase = limitReads(deps);
  let latest: { at: number; state: Promise<MonitoredState> } | undefined;
  let readyAt = performance.now();

  const read = async (): Promise<MonitoredState> => {
    const [database, isReady, disk] = await Promise.all([
      readDatabase(),
      deps.isReady(),
      readDisk(deps.dataDir),
    ]);
    const now = performance.now();
    if (database !== undefined && isReady) readyAt = now;
    return {
      now: deps.clock.now(),
      database,
      notReadySeconds: (now - readyAt) / 1_000,
      disk,
      recentLeadFailures: deps.submissionCounts.recentFailures(),
      unrecordedSeconds: deps.recordingStatus.failingSeconds(),
    };
  };

  return () => {
    if (latest === undefined || performance.now() - latest.at >= maxAgeMs) {
      latest = { at: performance.now(), state: read() };
    }
    return latest.state;
  };
}

/** @returns a function that reads the database, or returns undefined if that fails, takes too long or is still running */
function limitReads({ timeoutMs = readTimeoutMs, ...deps }: StateDeps) {
  let isRunning = false;
  return async (): Promise<DatabaseState | undefined> => {
    if (isRunning) return undefined;
    isRunning = true;
    const reading = readDatabaseState(deps, timeoutMs)
      // The readiness check logs outages of the database.
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeoutMs);
    });
    const state = await Promise.race([reading, timeout]);
    clearTimeout(timer);
    return state;
  };
}

/** Reads everything on one connection. Every figure uses an index. */
async function readDatabaseState(
  { db, clock, builtAt, isBackupScheduled }: Omit<StateDeps, "timeoutMs">,
  timeoutMs: number,
): Promise<DatabaseState> {
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(trx);
      const clocks = await readClocks({ db: trx, clock });
      return {
        email: await readEmailHealth(trx),
        integrations: await readIntegrationHealth(trx),
        chains: await loadChainStatus(trx),
        clocks,
        isClockWrong: findPresentProblem(clocks, builtAt) !== undefined,
        backups: await readBackupHealth(trx, { now: clock.now(), isScheduled: isBackupScheduled }),
      };
    });
}
