import type { CompiledQuery } from "kysely";
import pg from "pg";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { emptyDatabase } from "./database.ts";

/** A node of PostgreSQL's query plan. */
type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
};

/** The maximum number of rows that a list query may sort. */
const maxSorted = 2_000;

/**
 * Finds problems in the plan of a list statement: reading a whole table or sorting many rows.
 * @returns an empty list for a good plan
 */
export async function faultsInPlan(
  client: pg.Pool | pg.PoolClient,
  { sql, parameters }: CompiledQuery,
): Promise<string[]> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (format json) ${sql}`,
    [...parameters],
  );
  return rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => faultsBelow(Plan)));
}

function faultsBelow(node: PlanNode): string[] {
  const { Plans: inputs = [] } = node;
  const type = node["Node Type"];
  const sorted = type === "Sort" ? Math.max(0, ...inputs.map((input) => input["Plan Rows"])) : 0;
  return [
    type === "Seq Scan" ? [`reads all of ${node["Relation Name"]}`] : [],
    sorted > maxSorted ? [`sorts ${sorted} rows`] : [],
    inputs.flatMap(faultsBelow),
  ].flat();
}

/** A pool of one connection to a new database, so that an index that a test drops is missing in its own queries. */
export async function openMigratedDatabase(): Promise<pg.Pool> {
  const connectionString = await emptyDatabase();
  // Concurrent indexes need a second connection.
  const migrating = new pg.Pool({ connectionString, max: 2 });
  try {
    await migrate({ pool: migrating, log: silentLog });
  } finally {
    await migrating.end();
  }
  return new pg.Pool({ connectionString, max: 1 });
}
