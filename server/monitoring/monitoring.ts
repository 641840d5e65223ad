import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { createRecordingStatus, type RecordingStatus } from "#app/compliance/archive/recording-status.ts";
import { createSubmissionCounts, type SubmissionCounts } from "#app/intake/receive/submission-counts.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { PageLookups } from "#server/pages/page-cache.ts";
import { builtAt, commit } from "#server/settings/build.ts";
import { version } from "#package.json";
import { type AlertDeps, startAlerts } from "./alerts.ts";
import { startHeartbeat } from "./heartbeat.ts";
import type { RepeatingTask } from "#app/platform/repeat.server.ts";
import type { ProtectedMetrics } from "./answer-metrics.ts";
import type { MetricsExchange, Observers } from "./metrics-registry.ts";
import { createStateReader, type MonitoredState } from "./monitored-state.server.ts";
import { createRequestCounts, type RequestCounts } from "./request-counts.ts";

/** What the program counts and reports about its own work. */
export type Monitoring = {
  requestCounts: RequestCounts;
  submissionCounts: SubmissionCounts;
  recordingStatus: RecordingStatus;
  pageLookups: PageLookups;
  /** Undefined without METRICS_TOKEN. */
  observers: Observers | undefined;
  metrics: ProtectedMetrics | undefined;
  readState(): Promise<MonitoredState>;
};

type ReportDeps = Omit<AlertDeps, "webhookUrl" | "reportsOutages"> & {
  /** Set if this is one of several processes of a server. The first one reports what all of them see. */
  worker?: Pick<MetricsExchange, "number"> | undefined;
  alertWebhookUrl?: string | undefined;
  heartbeatUrl?: string | undefined;
  isReady(): Promise<boolean>;
};

/** Starts sending alerts and heartbeats to the services in the settings. */
export function startReports({ alertWebhookUrl, heartbeatUrl, ...deps }: ReportDeps): RepeatingTask[] {
  const isFirst = deps.worker === undefined || deps.worker.number === 1;
  const alerts = { ...deps, reportsOutages: isFirst };
  return [
    ...(alertWebhookUrl === undefined ? [] : [startAlerts({ ...alerts, webhookUrl: alertWebhookUrl })]),
    ...(heartbeatUrl === undefined || !isFirst ? [] : [startHeartbeat({ ...deps, url: heartbeatUrl })]),
  ];
}

type Deps = {
  database: Pick<DatabaseConnection, "db" | "pool" | "dataDir" | "restarts">;
  clock: Clock;
  log: Log;
  metricsToken?: string | undefined;
  /** Set if this is one of several processes of a server. */
  worker?: MetricsExchange | undefined;
  /** The settings of daily backups are undefined if this server makes none. */
  backups?: { settings: object | undefined };
  isReady(): Promise<boolean>;
};

export async function createMonitoring({
  database,
  clock,
  log,
  metricsToken,
  worker,
  backups,
  isReady,
}: Deps): Promise<Monitoring> {
  const { db, pool, dataDir, restarts } = database;
  const submissionCounts = createSubmissionCounts(clock);
  const recordingStatus = createRecordingStatus();
  const isBackupScheduled = backups?.settings !== undefined;
  const counts = {
    requestCounts: createRequestCounts(),
    submissionCounts,
    recordingStatus,
    pageLookups: { hits: 0, misses: 0 },
    readState: createStateReader({
      db,
      clock,
      log,
      builtAt,
      dataDir,
      submissionCounts,
      recordingStatus,
      isBackupScheduled,
      isReady,
    }),
  };
  if (metricsToken === undefined) return { ...counts, observers: undefined, metrics: undefined };
  // Loaded only if it is used, because it lengthens the start.
  const { createMetricsRegistry, printReports } = await import("./metrics-registry.ts");
  const build = { version, commit: commit ?? "", node: process.versions.node };
  const { observers, contentType, print, report } = createMetricsRegistry(
    { ...counts, pool, databaseRestarts: () => restarts?.(), build },
    counts.readState,
    worker?.number,
  );
  worker?.reportWith(report);
  const printAll = worker === undefined ? print : async () => printReports(await worker.collectReports());
  // The type of the pool does not know the event of `FailoverPool`.
  const emitter: NodeJS.EventEmitter = pool;
  emitter.on("connectionWait", observers.poolWait);
  return { ...counts, observers, metrics: { token: metricsToken, contentType, print: printAll } };
}
