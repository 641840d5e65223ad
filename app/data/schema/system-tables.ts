import type { Generated } from "kysely";

/**
 * Table `clock_checks`: one row with the last time at which the clocks were plausible (`check-clocks.server.ts`). Owner: data.
 * Personal data: none. Kept permanently.
 */
export type ClockChecksTable = {
  id: Generated<boolean>;
  checkedAt: Date;
};

/**
 * Table `job_runs`: when each job that deletes old data ran last (`job-runs.server.ts`). Owner: data. Personal data: none. Kept permanently.
 */
export type JobRunsTable = {
  job: string;
  startedAt: Date;
  /** Of `retention`; null until its run has ended without a failure. */
  removedRows: number | null;
};

/**
 * Table `alert_conditions`: the conditions that alerts report, while they last. Owner: data. Personal data: none. Kept until the condition
 * ends.
 */
export type AlertConditionsTable = {
  condition: string;
  beganAt: Generated<Date>;
  /** When a server saw it last. */
  seenAt: Generated<Date>;
  /** The last alert; null while the first one could not be sent. If a later one could not be sent, an earlier time makes it due. */
  sentAt: Generated<Date | null>;
};

/**
 * Table `rate_limits`: requests counted per time window. Owner: data. Personal data: none, because the key is a keyed digest. Kept for a
 * day.
 */
export type RateLimitsTable = {
  key: string;
  windowStart: Date;
  count: number;
};

/**
 * Table `readiness_probes`: /readyz attempts a write here. Owner: data. Personal data: none. Kept: no rows, because each insert is rolled
 * back.
 */
export type ReadinessProbesTable = {
  filler: string;
};

/**
 * Table `refused_clock_periods`: the times shown by clocks that were refused (`refused-clock-periods.server.ts`). Owner: data.
 * Personal data: none. Kept permanently, because rows with these dates can remain for years.
 */
export type RefusedClockPeriodsTable = {
  id: Generated<number>;
  earliestTime: Date;
  latestTime: Date;
  /** When the clocks were accepted again; null while they are refused. */
  endedAt: Date | null;
};

/**
 * Table `built_assets`: the browser files of recent builds (`stored-assets.server.ts`). Owner: data. Personal data: none. Kept until 30 days
 * after a build without the file started.
 */
export type BuiltAssetsTable = {
  path: string;
  body: Buffer;
  /** A keyed digest of the path and the body. */
  seal: Buffer;
  replacedAt: Date | null;
};

/** Table `schema_migrations`: the applied migrations with the checksum of each file. Owner: data. Personal data: none. Kept permanently. */
export type SchemaMigrationsTable = {
  name: string;
  checksum: string;
  appliedAt: Generated<Date>;
  /** The newest migration that a release must have to run on the database, such as "0074". Null: the migration excludes no release. */
  requiredLevel: string | null;
};
