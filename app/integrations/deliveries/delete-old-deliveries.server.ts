import { sql, type Transaction } from "kysely";
import { isOutdated } from "#app/data/maintenance/refused-clock-periods.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/** Deletes the oldest deliveries in any state. @returns how many were deleted */
export async function deleteOldDeliveries(
  trx: Transaction<Database>,
  before: Date,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from integration_deliveries where id in (
      select id from integration_deliveries where ${isOutdated(sql`occurred_at`, sql`${before}`)}
      order by occurred_at limit ${most})`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
