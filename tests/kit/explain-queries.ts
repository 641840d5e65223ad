import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database } from "#app/data/schema/database.ts";

/** Returns the EXPLAIN output of all queries that `work` sends. The tables must be large enough and analyzed. */
export async function explainQueries(
  pool: pg.Pool,
  work: (db: Kysely<Database>) => Promise<unknown>,
): Promise<string[]> {
  const plans: string[] = [];
  for (const { sql, parameters } of await captureQueries(pool, work)) {
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [...parameters]);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans;
}

/** Returns the queries that `work` sends. */
export async function captureQueries(
  pool: pg.Pool,
  work: (db: Kysely<Database>) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  await work(
    new Kysely<Database>({
      dialect: new PostgresDialect({ pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
      log: ({ query }) => void sent.push(query),
    }),
  );
  return sent;
}
