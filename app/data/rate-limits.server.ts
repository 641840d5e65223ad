import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/** Something that somebody did once more. */
export type Attempt = {
  /** Who did what, as a keyed digest of the caller's: from the table nobody is to be recognized. */
  key: string;
  /** How long the stretches of time are within which it is counted. */
  windowMinutes: number;
};

/**
 * Counts attempts, each in the stretch of time that holds the moment.
 * @returns how many there were in it by now, this one included, by key
 */
export async function countAttempts(
  db: Kysely<Database>,
  attempts: readonly Attempt[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`${countingOf(attempts, now)}`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** The statement that counts, to stand in a `with` of the caller's. Its rows have the columns key and count. */
export function countingOf(attempts: readonly Attempt[], now: Date): RawBuilder<unknown> {
  const keys = attempts.map(({ key }) => key);
  const starts = attempts.map(({ windowMinutes }) => startOfWindow(now, windowMinutes));
  // In the order of their keys: two who count the same ones at once would otherwise wait for each other in a circle.
  return sql`
    insert into rate_limits (key, window_start, count)
    select key, window_start, count(*)
    from unnest(${keys}::text[], ${starts}::timestamptz[]) as attempt (key, window_start)
    group by key, window_start
    order by key, window_start
    on conflict (key, window_start) do update set count = rate_limits.count + excluded.count
    returning key, count`;
}

function startOfWindow(now: Date, windowMinutes: number): Date {
  const windowMs = windowMinutes * 60_000;
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}
