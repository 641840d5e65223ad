import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database } from "#app/data/database.ts";

/**
 * The plans of all queries that some work asks of the database, each as PostgreSQL explains it. Tables have to be as large as it
 * matters, and analysed.
 */
export async function plansOf(
  pool: pg.Pool,
  work: (db: Kysely<Database>) => Promise<unknown>,
): Promise<string[]> {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void asked.push(query),
  });
  await work(db);
  const plans: string[] = [];
  for (const { sql, parameters } of asked) {
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [...parameters]);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans;
}
