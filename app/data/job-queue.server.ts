import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { fromKysely, PgBoss } from "pg-boss";
import type { Log } from "#app/platform/log.server.ts";
import type { Database } from "./database.ts";

/** The kinds of job, and what each carries: ids only; the state of the work stands in our own tables. */
export type Jobs = {
  "carry-letter": { letterId: string };
};

/** Work that is done after the transaction that asked for it, by whichever server process is free. */
export type JobQueue = {
  /** Adds a job inside the caller's transaction: it exists if and only if that commits. */
  add<Name extends keyof Jobs>(trx: Kysely<Database>, name: Name, job: Jobs[Name]): Promise<void>;
  /** Does jobs of one kind, one at a time, from now on. A job that throws is tried again later. */
  work<Name extends keyof Jobs>(name: Name, run: (job: Jobs[Name]) => Promise<void>): Promise<void>;
  /** Waits for the jobs in hand, then stops. */
  stop(): Promise<void>;
};

/** A worker that was killed is noticed after this long without a sign of life; pg-boss allows no less. */
const heartbeatSeconds = 10;
const pollingIntervalSeconds = 1;
/** How many jobs are taken at a look. Doing one of them twice changes nothing, so a failed batch is tried again whole. */
const batchSize = 50;
/** How long jobs in hand may take when the program stops; what is not done by then is done at the next start. */
const stopTimeoutMs = 5_000;

/**
 * Creates the queue's own tables if need be (schema `pgboss`) and starts it.
 * @param pool the program's connections; the queue opens none of its own
 */
export async function startJobQueue(deps: { pool: Pool; log: Log }): Promise<JobQueue> {
  const boss = new PgBoss({ db: queueDatabase(deps.pool) });
  boss.on("error", (error) => deps.log.warn("job queue", { error }));
  await boss.start();
  await boss.createQueue("carry-letter", {
    heartbeatSeconds,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
  });
  return {
    async add(trx, name, job) {
      // The queue reads its own column names, so they must come back as the database has them.
      await boss.send(name, job, { db: fromKysely(trx.withoutPlugins()) });
    },
    async work(name, run) {
      await boss.work<Jobs[typeof name]>(name, { pollingIntervalSeconds, batchSize }, async (jobs) => {
        for (const job of jobs) await run(job.data);
      });
    },
    stop: () => boss.stop({ graceful: true, close: false, timeout: stopTimeoutMs }),
  };
}

/** The queue's way to the database: some of its texts hold several statements, and it wants the rows of all of them. */
export function queueDatabase(pool: Pool) {
  return {
    async executeSql(text: string, values: unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> {
      // Several statements are answered with several results, which pg's types do not say.
      const results = [await pool.query<Record<string, unknown>>(text, values)].flat();
      return { rows: results.flatMap((result) => result.rows) };
    },
  };
}
