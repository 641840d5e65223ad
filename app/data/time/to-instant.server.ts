import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * Converts a local time to an instant. Returns undefined for a time that daylight saving time skips. If a time occurs twice in the fall,
 * PostgreSQL uses the second one.
 * @param local a real day with a time, like 2026-12-10T12:00
 */
export async function toInstant(
  db: Kysely<Database>,
  local: string,
  timeZone: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ moment: Date; isReal: boolean }>`
    select moment, moment at time zone ${timeZone} = ${local}::timestamp as is_real
    from (select ${local}::timestamp at time zone ${timeZone} as moment) as found`.execute(db);
  const [found] = rows;
  return found?.isReal === true ? found.moment : undefined;
}
