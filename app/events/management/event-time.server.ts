import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";

/**
 * Converts a local time to an instant. Undefined for a time that the change to daylight saving time skips. Of a time that occurs twice in
 * the fall, PostgreSQL takes the second.
 */
export async function toInstant(
  db: Kysely<Database>,
  start: string,
  timeZone: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ moment: Date; isReal: boolean }>`
    select moment, moment at time zone ${timeZone} = ${start}::timestamp as is_real
    from (select ${start}::timestamp at time zone ${timeZone} as moment) as found`.execute(db);
  const [found] = rows;
  return found?.isReal === true ? found.moment : undefined;
}

/** The local start time in the event's time zone. */
export async function formatLocalStart(
  db: Kysely<Database>,
  event: Pick<LiveEvent, "startsAt" | "timeZone">,
): Promise<string> {
  const { rows } = await sql<{ local: string }>`
    select to_char(${event.startsAt}::timestamptz at time zone ${event.timeZone}, 'YYYY-MM-DD"T"HH24:MI') as local`.execute(
    db,
  );
  return rows[0]?.local ?? "";
}
