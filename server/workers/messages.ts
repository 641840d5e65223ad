import type { MetricReport } from "#server/monitoring/metrics-registry.ts";
import type { EmbeddedConnection } from "#embedded-postgres";

/** What the supervisor sends to a worker. */
export type ToWorker =
  /** The database is available. Its connection is undefined with DATABASE_URL. */
  | { kind: "start"; database: EmbeddedConnection | undefined }
  /** Asks for the metrics of this worker. */
  | { kind: "report"; request: number; databaseRestarts: number | undefined }
  /** The metrics of all workers, for a worker that asked for them. */
  | { kind: "collected"; request: number; reports: MetricReport[] };

/** What a worker sends to the supervisor. */
export type ToSupervisor =
  /** The worker receives messages. */
  | { kind: "joined" }
  /** The worker can answer requests. The first one's sentences are printed. */
  | { kind: "ready"; sentences: string[] }
  | { kind: "collect"; request: number }
  | { kind: "reported"; request: number; report: MetricReport };
