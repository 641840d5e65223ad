import type pg from "pg";
import { until } from "./running-server.ts";

/**
 * Lets all of them come as far as their first change of a table, or of a row that they look at first, and only then lets any of them make it.
 * @param count of connections they need together; the pool has one more
 */
export async function atOnce<Outcome>(
  pool: pg.Pool,
  table: "staff_users" | "staff_links",
  count: number,
  work: (index: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const gate = await pool.connect();
  await gate.query(`begin; lock table ${table} in exclusive mode`);
  const outcomes = Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  await until("all stand at the gate", async () => {
    const { rows } = await pool.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
    );
    return rows[0]?.waiting === count;
  });
  await gate.query("commit");
  gate.release();
  return outcomes;
}
