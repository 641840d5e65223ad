import type { CompiledQuery } from "kysely";
import type pg from "pg";

/** A step of a plan, as PostgreSQL tells it. */
type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
};

/** The maximum number of rows that a list query may sort. */
const maxSorted = 2_000;

/**
 * What is wrong with the plan of a statement of a list: that it reads a whole table, or puts a great part of one in order.
 * @returns nothing where it is sound
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
