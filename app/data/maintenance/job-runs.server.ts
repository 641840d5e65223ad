import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Jobs that delete a limited share of old data in each run. */
type Job = "retention" | "accounts";

/** A minute less than an hour, so that the process that ran last does not skip an hour because its timer was early. */
const minMinutesBetweenRuns = 59;

/**
 * Starts the hourly run of a job, unless a process has started it within the last hour. A run that failed is not repeated earlier, because it
 * may have deleted its share.
 */
export async function claimRun(db: Kysely<Database>, job: Job): Promise<boolean> {
  const { rows } = await sql`
    insert into job_runs as known (job, started_at) values (${job}, now())
    on conflict (job) do update set started_at = excluded.started_at, removed_rows = null
      -- A time in the future was stored before the clock was corrected.
      where known.started_at not between now() - make_interval(mins => ${minMinutesBetweenRuns}) and now()
    returning job`.execute(db);
  return rows.length > 0;
}

/** Stores the result of a run that did not fail. */
export async function endRun(db: Kysely<Database>, job: Job, removedRows: number): Promise<void> {
  await db.updateTable("jobRuns").set({ removedRows }).where("job", "=", job).execute();
}

/** @returns the last run; undefined while it has not ended, or if it failed */
export async function findLastRun(
  db: Kysely<Database>,
  job: Job,
): Promise<{ at: Date; removed: number } | undefined> {
  const run = await db
    .selectFrom("jobRuns")
    .select(["startedAt as at", "removedRows as removed"])
    .where("job", "=", job)
    .executeTakeFirst();
  return run === undefined || run.removed === null ? undefined : { at: run.at, removed: run.removed };
}
