import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** The jobs check the clocks once per hour and at start. Rows stored before the first or after the last check belong to the period as well. */
const margin = sql`interval '1 day'`;

/**
 * Records the times that refused clocks show. A time close to a known period extends and reopens that period. Two clocks that differ make
 * two periods, because only a person can tell which clock is wrong.
 */
export async function recordRefusedTimes(db: Kysely<Database>, times: readonly Date[]): Promise<void> {
  for (const time of times) {
    await sql`
      with extended as (
        update refused_clock_periods set
          earliest_time = least(earliest_time, ${time}::timestamptz), latest_time = greatest(latest_time, ${time}::timestamptz), ended_at = null
        where ${time}::timestamptz between earliest_time - ${margin} and latest_time + ${margin}
        returning 1
      )
      insert into refused_clock_periods (earliest_time, latest_time)
      select ${time}::timestamptz, ${time}::timestamptz where not exists (select from extended)`.execute(db);
  }
}

/** Ends the open periods when the clocks are accepted. */
export async function endRefusedPeriods(db: Kysely<Database>, acceptedAt: Date): Promise<void> {
  await db
    .updateTable("refusedClockPeriods")
    .set({ endedAt: acceptedAt })
    .where("endedAt", "is", null)
    .execute();
}

/**
 * An expression for the time from which a row's age counts. That is its date or, if a refused clock may have written the date, the end of
 * that period if it is later. Every job that deletes by age uses this expression or `isOutdated`.
 */
export function retentionStart(date: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`greatest(${date}, (
    select max(coalesce(ended_at, 'infinity')) from refused_clock_periods where ${mayHaveDated(date)}
  ))`;
}

/**
 * A condition for rows whose age counts from before a time. It equals `retentionStart(date) < before` and lets PostgreSQL use an index on
 * the date.
 */
export function isOutdated(date: RawBuilder<unknown>, before: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${date} < ${before} and not exists (
    select from refused_clock_periods where ${mayHaveDated(date)} and (ended_at < ${before}) is not true
  ))`;
}

function mayHaveDated(date: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${date} between earliest_time - ${margin} and latest_time + ${margin}`;
}
