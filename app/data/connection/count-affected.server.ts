import type { RawBuilder, Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Executes a statement. @returns the number of rows that it inserted, changed or deleted */
export async function countAffected(
  trx: Transaction<Database>,
  statement: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await statement.execute(trx);
  return Number(numAffectedRows ?? 0);
}
