import { type Kysely, sql } from "kysely";
import { readBackupHealth } from "#app/backup/schedule/backup-records.server.ts";
import type { RecordingStatus } from "#app/compliance/archive/recording-status.ts";
import { type ChainStatus, loadChainStatus } from "#app/compliance/chains/chain-status.server.ts";
import {
  isLockTimeout,
  isStatementTimeout,
  isUnavailable,
} from "#app/data/connection/postgres-errors.server.ts";
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
import type { Log, LogFields } from "#app/platform/log.server.ts";

/** What metrics and alerts know about the program at one moment. */
export type MonitoredState = {
  now: Date;
  /** Undefined if the database did not answer, or if it answered and this part of the state could not be read. */
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
  log: Pick<Log, "error">;
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
    const [{ database, isAnswering }, isReady, disk] = await Promise.all([
      readDatabase(),
      deps.isReady(),
      readDisk(deps.dataDir),
    ]);
    const now = performance.now();
    if (isAnswering && isReady) readyAt = now;
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

/** The result of one read of the database. It can answer although its state is unknown, for example because a query is broken or slow. */
type DatabaseReading = { database: DatabaseState | undefined; isAnswering: boolean };

/** @returns a function that reads the database. Its state is undefined if that fails, takes too long or is still running. */
function limitReads({ timeoutMs = readTimeoutMs, log, ...deps }: StateDeps): () => Promise<DatabaseReading> {
  let isRunning = false;
  let isAnswering = false;
  let isReported = false;

  const reportOnce = (fields: LogFields): void => {
    if (!isReported) log.error("monitoring.state_not_read", fields);
    isReported = true;
  };

  const readState = async (): Promise<DatabaseState | undefined> => {
    isRunning = true;
    isAnswering = false;
    try {
      return await readDatabaseState(deps, timeoutMs, () => {
        isAnswering = true;
      });
    } catch (error) {
      isAnswering = !isOutage(error);
      // The readiness check logs outages of the database.
      if (isAnswering) reportOnce({ error });
      return undefined;
    } finally {
      isRunning = false;
    }
  };

  return async () => {
    const database = isRunning ? undefined : await waitFor(readState(), timeoutMs);
    if (database !== undefined) isReported = false;
    else if (isAnswering) reportOnce({ reason: "too-slow" });
    return { database, isAnswering };
  };
}

/** Whether the database did not answer. A statement or lock timeout is an answer. */
function isOutage(error: unknown): boolean {
  return isUnavailable(error) && !isStatementTimeout(error) && !isLockTimeout(error);
}

/** @returns the result, or undefined if it takes longer */
async function waitFor<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  const result = await Promise.race([work, timeout]);
  clearTimeout(timer);
  return result;
}

/** Reads everything on one connection. Every figure uses an index. @param onAnswer called after the database answered the first query */
async function readDatabaseState(
  { db, clock, builtAt, isBackupScheduled }: Omit<StateDeps, "timeoutMs" | "log">,
  timeoutMs: number,
  onAnswer: () => void,
): Promise<DatabaseState> {
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(trx);
      onAnswer();
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
