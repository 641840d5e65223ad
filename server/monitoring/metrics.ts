import { submissionResults, type SubmissionCounts } from "#app/intake/receive/submission-counts.ts";
import { conditionNames, conditions } from "./conditions.ts";
import type { MonitoredState } from "./monitored-state.server.ts";
import type { RequestCounts } from "./request-counts.ts";

/** Where the figures come from. */
export type MetricSources = {
  requestCounts: RequestCounts;
  submissionCounts: Pick<SubmissionCounts, "totals">;
  /** Lookups of pages in memory. */
  pageLookups: { hits: number; misses: number };
  pool: { totalCount: number; idleCount: number; waitingCount: number };
  /** Restarts of the embedded database; undefined with a database server. */
  databaseRestarts: () => number | undefined;
  build: Readonly<Record<"version" | "commit" | "node", string>>;
};

type Sample = { value: number; labels?: Readonly<Record<string, string>> };

/** A metric whose value is read when the metrics are requested. Without a sample, it is omitted. */
type Metric = {
  type: "counter" | "gauge";
  help: string;
  labels?: readonly string[];
  /** Whether each process has a value of its own, with its number in the label `worker` if there are several. */
  isPerProcess?: boolean;
  /** Which value of several processes is printed. The default is the value of any of them, because they read it from the same source. */
  ofSeveral?: "min" | "max";
  read(sources: MetricSources, state: MonitoredState): readonly Sample[];
};

/** The metrics, by name. The table in docs/metrics.md lists them, and a test compares both. */
export const metrics: Readonly<Record<string, Metric>> = {
  practice_build_info: {
    type: "gauge",
    help: "Always 1, with the version of the program in the labels.",
    labels: ["version", "commit", "node"],
    read: ({ build }) => [{ value: 1, labels: build }],
  },
  practice_http_requests_total: {
    type: "counter",
    help: "Answered requests, without probes.",
    labels: ["route", "method", "status"],
    isPerProcess: true,
    read: ({ requestCounts }) =>
      requestCounts.totals().map(({ total, ...labels }) => ({ value: total, labels })),
  },
  practice_page_lookups_total: {
    type: "counter",
    help: "Lookups of pages in memory. A miss renders the page.",
    labels: ["result"],
    isPerProcess: true,
    read: ({ pageLookups: { hits, misses } }) => [
      { value: hits, labels: { result: "hit" } },
      { value: misses, labels: { result: "miss" } },
    ],
  },
  practice_form_submissions_total: {
    type: "counter",
    help: `Valid submissions of a form by result: ${submissionResults.join(", ")}.`,
    labels: ["form", "result"],
    isPerProcess: true,
    read: ({ submissionCounts }) =>
      submissionCounts.totals().map(({ total, ...labels }) => ({ value: total, labels })),
  },
  practice_email_waiting: {
    type: "gauge",
    help: "Emails that wait for delivery.",
    read: (_, { database }) => optional(database?.email.waiting),
  },
  practice_email_oldest_waiting_seconds: {
    type: "gauge",
    help: "Age of the oldest email that waits. 0 if none waits.",
    read: (_, { database, now }) => optional(database && age(database.email.waitingSince, now)),
  },
  practice_email_failed: {
    type: "gauge",
    help: "Emails that failed in the last seven days.",
    read: (_, { database }) => optional(database?.email.failed),
  },
  practice_deliveries_waiting: {
    type: "gauge",
    help: "Events that wait to be sent to webhooks and Wealthbox.",
    read: (_, { database }) => optional(database?.integrations.waiting),
  },
  practice_deliveries_oldest_waiting_seconds: {
    type: "gauge",
    help: "Age of the oldest event that waits. 0 if none waits.",
    read: (_, { database, now }) => optional(database && age(database.integrations.waitingSince, now)),
  },
  practice_deliveries_failed: {
    type: "gauge",
    help: "Events that could not be delivered in the last seven days.",
    read: (_, { database }) => optional(database?.integrations.failed),
  },
  practice_database_up: {
    type: "gauge",
    help: "1 if the database answered within two seconds, otherwise 0.",
    ofSeveral: "min",
    read: (_, { database }) => [{ value: database === undefined ? 0 : 1 }],
  },
  practice_database_pool_connections: {
    type: "gauge",
    help: "Connections of this server to the database by state: used, idle.",
    labels: ["state"],
    isPerProcess: true,
    read: ({ pool: { totalCount, idleCount } }) => [
      { value: totalCount - idleCount, labels: { state: "used" } },
      { value: idleCount, labels: { state: "idle" } },
    ],
  },
  practice_database_pool_waiting: {
    type: "gauge",
    help: "Queries that wait for a connection.",
    isPerProcess: true,
    read: ({ pool }) => [{ value: pool.waitingCount }],
  },
  practice_database_restarts_total: {
    type: "counter",
    help: "Restarts of the embedded database after an unexpected exit. Absent with DATABASE_URL.",
    read: ({ databaseRestarts }) => optional(databaseRestarts()),
  },
  practice_disk_free_bytes: {
    type: "gauge",
    help: "Free space on the disk of the data folder. Absent with DATABASE_URL.",
    read: (_, { disk }) => optional(disk?.freeBytes),
  },
  practice_disk_size_bytes: {
    type: "gauge",
    help: "Size of that disk. Absent with DATABASE_URL.",
    read: (_, { disk }) => optional(disk?.totalBytes),
  },
  practice_clock_difference_seconds: {
    type: "gauge",
    help: "How far the clock of the database is ahead of the clock of this server.",
    read: (_, { database }) =>
      optional(
        database && (database.clocks.databaseTime.getTime() - database.clocks.serverTime.getTime()) / 1_000,
      ),
  },
  practice_record_last_entry_seconds: {
    type: "gauge",
    help: "Age of the last entry of a record: site, or audit (the last seal of the audit log).",
    labels: ["chain"],
    read: (_, { database, now }) =>
      (database?.chains ?? []).flatMap(({ chain, head }) =>
        head === undefined ? [] : [{ value: age(head.at, now), labels: { chain } }],
      ),
  },
  practice_record_last_verification_seconds: {
    type: "gauge",
    help: "Age of the last verification of a record.",
    labels: ["chain"],
    read: (_, { database, now }) =>
      (database?.chains ?? []).flatMap(({ chain, verified }) =>
        verified === undefined ? [] : [{ value: age(verified.at, now), labels: { chain } }],
      ),
  },
  practice_record_problems: {
    type: "gauge",
    help: "Problems that the last verification of a record found.",
    labels: ["chain"],
    read: (_, { database }) =>
      (database?.chains ?? []).flatMap(({ chain, verified }) =>
        verified === undefined ? [] : [{ value: verified.problems, labels: { chain } }],
      ),
  },
  practice_backup_last_seconds: {
    type: "gauge",
    help: "Age of the last good backup. Absent without one.",
    read: (_, { database, now }) =>
      optional(database?.backups.lastGood && age(database.backups.lastGood.at, now)),
  },
  practice_backup_size_bytes: {
    type: "gauge",
    help: "Size of that backup. Absent without one.",
    read: (_, { database }) => optional(database?.backups.lastGood?.sizeBytes),
  },
  practice_backup_duration_seconds: {
    type: "gauge",
    help: "How long that backup took. Absent without one.",
    read: (_, { database }) => {
      const lastGood = database?.backups.lastGood;
      return optional(lastGood && lastGood.durationMs / 1_000);
    },
  },
  practice_condition_active: {
    type: "gauge",
    help: `1 while a condition of the alerts is active: ${conditionNames.join(", ")}.`,
    labels: ["condition"],
    ofSeveral: "max",
    read: (_, state) =>
      conditionNames.map((condition) => ({
        value: conditions[condition].isActive(state) ? 1 : 0,
        labels: { condition },
      })),
  },
};

/** Metrics that are observed while the program works. */
export const histograms = {
  practice_http_request_duration_seconds: {
    help: "Duration of requests that are not answered from memory.",
    labels: ["route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  practice_page_render_seconds: {
    help: "Duration of rendering a page: shared by all visitors, or for one request.",
    labels: ["kind"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  },
  practice_database_pool_wait_seconds: {
    help: "Time that queries waited for a connection to the database.",
    labels: [],
    buckets: [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  },
} as const satisfies Record<string, { help: string; labels: readonly string[]; buckets: readonly number[] }>;

function optional(value: number | undefined): Sample[] {
  return value === undefined ? [] : [{ value }];
}

/** Seconds since a moment; 0 for none, and for one that is ahead of the clock. */
function age(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000);
}
