import type pg from "pg";
import { countLockWaits } from "./count-lock-waits.ts";
import { until } from "./running-server.ts";

/**
 * Runs work concurrently: all of it waits for a lock on the table, which is then released.
 * @param count number of concurrent runs; the pool needs one more connection
 */
export async function runConcurrently<Outcome>(
  pool: pg.Pool,
  table: "staff_users" | "staff_links" | "event_message_recipients",
  count: number,
  work: (index: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const lock = await pool.connect();
  await lock.query(`begin; lock table ${table} in exclusive mode`);
  const outcomes = Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  await until("all runs to wait", async () => (await countLockWaits(pool)) === count);
  await lock.query("commit");
  lock.release();
  return outcomes;
}
