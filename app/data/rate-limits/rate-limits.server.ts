import { type Kysely, type RawBuilder, sql } from "kysely";
import { isOutdated } from "#app/data/maintenance/refused-clock-periods.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/**
 * Returns the rate-limit key of an attempt: a keyed digest, which identifies no one without the secret.
 * @param parts the name of the limit and the client
 */
export type LimitKey = (...parts: readonly string[]) => string;

/** An attempt to count. */
export type Attempt = {
  /** Keyed digest of the client and the action, because the table must not identify people. */
  key: string;
  /** Length of the time window. */
  windowMinutes: number;
  /** The amount to count; 1 by default. */
  amount?: number;
};

/**
 * Builds a statement, for a caller's `with`, that counts each attempt in its current time window.
 * Its rows have the columns key and count; the count includes these attempts.
 * @param onlyWhere a condition; if it is false, nothing is counted and there are no rows
 */
export function buildCounting(
  attempts: readonly Attempt[],
  now: Date,
  onlyWhere: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const keys = attempts.map(({ key }) => key);
  const starts = attempts.map(({ windowMinutes }) => startOfWindow(now, windowMinutes));
  const amounts = attempts.map(({ amount = 1 }) => amount);
  // In the order of their keys, because concurrent calls with the same keys would otherwise deadlock.
  return sql`
    insert into rate_limits as known (key, window_start, count)
    select key, window_start, sum(amount)
    from unnest(${keys}::text[], ${starts}::timestamptz[], ${amounts}::int[]) as attempt (key, window_start, amount)
    where ${onlyWhere}
    group by key, window_start
    order by key, window_start
    on conflict (key, window_start) do update set count = known.count + excluded.count
    returning key, count`;
}

/** Counts an attempt, and returns whether the window contains more attempts than the limit. */
export async function countsOverLimit(
  db: Kysely<Database>,
  { most, ...attempt }: Attempt & { most: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with counted as (${buildCounting([attempt], now)}) select count from counted`.execute(db);
  return (rows[0]?.count ?? 0) > most;
}

/** An attempt with its limit. It is not counted where `unless` is true, and then passes this limit. */
export type LimitedAttempt = Attempt & { most: number; unless?: RawBuilder<unknown> };

/**
 * Builds a statement that counts an attempt toward one limit after the other, until one is exceeded. The rows are those of `buildCounting`.
 * Limits after the exceeded one get no rows, so that a refused client cannot fill the table with keys that it chooses.
 */
export function countingInOrder(
  attempts: readonly LimitedAttempt[],
  now: Date,
  onlyWhere: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const table = (index: number) => sql.table(`counted_${index}`);
  let isReached = sql`${onlyWhere}`;
  const counts = attempts.map((attempt, index) => {
    const { most, unless = sql`false` } = attempt;
    const counted = sql`${table(index)} as (${buildCounting([attempt], now, sql`${isReached} and not ${unless}`)})`;
    isReached = sql`${isReached} and coalesce((select count from ${table(index)}), 0) <= ${most}`;
    return counted;
  });
  const rows = attempts.map((_, index) => sql`select key, count from ${table(index)}`);
  return sql`with ${sql.join(counts)} ${sql.join(rows, sql` union all `)}`;
}

/**
 * Subtracts an attempt that was counted and not made. A row is deleted instead of reaching zero.
 * @param now the time at which the attempt was counted
 */
export async function subtractAttempt(
  db: Kysely<Database>,
  { key, windowMinutes }: Pick<Attempt, "key" | "windowMinutes">,
  now: Date,
): Promise<void> {
  const isAttempt = sql`key = ${key} and window_start = ${startOfWindow(now, windowMinutes)}::timestamptz`;
  await sql`
    with last as (delete from rate_limits where ${isAttempt} and count = 1)
    update rate_limits set count = count - 1 where ${isAttempt} and count > 1`.execute(db);
}

/**
 * Reads the count of the window that contains the moment, without incrementing it.
 * @param attempt.key the key, or an expression for it
 */
export function countSoFar(
  { key, windowMinutes }: { key: string | RawBuilder<string>; windowMinutes: number },
  now: Date,
): RawBuilder<number> {
  return countAt(key, sql`${startOfWindow(now, windowMinutes)}::timestamptz`);
}

/** Whether the window that contains the moment has reached its limit, without counting anything. */
export function isUsedUp(attempt: Attempt & { most: number }, now: Date): RawBuilder<boolean> {
  return sql<boolean>`${countSoFar(attempt, now)} >= ${attempt.most}`;
}

/** Reads the count for the current hour of the database clock. @param now only tests replace it */
export function countOfHour(key: string, now: RawBuilder<Date> = databaseNow): RawBuilder<number> {
  return countAt(key, startOfHour(now));
}

/** Builds a statement, for a caller's `with`, that adds a query's row count to the current hour of the database clock. */
export function addToHour(
  key: string,
  rows: RawBuilder<unknown>,
  now: RawBuilder<Date> = databaseNow,
): RawBuilder<unknown> {
  return sql`
    insert into rate_limits as known (key, window_start, count)
    select ${key}, ${startOfHour(now)}, count(*) from (${rows}) as counted having count(*) > 0
    on conflict (key, window_start) do update set count = known.count + excluded.count`;
}

/** The database clock, on which all servers agree. */
export const databaseNow = sql<Date>`now()`;

/** The start of the hour that contains the moment. */
export function startOfHour(now: RawBuilder<Date>): RawBuilder<Date> {
  return sql<Date>`date_bin('1 hour', ${now}, timestamptz 'epoch')`;
}

function countAt(key: string | RawBuilder<string>, windowStart: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((
    select count from rate_limits where key = ${key} and window_start = ${windowStart}
  ), 0)`;
}

/**
 * Builds a statement, for a caller's `with`, that increments the count by the result of a query.
 * @param amount a query with one row and one column; null or 0 adds nothing
 */
export function countingAmount(
  { key, windowMinutes }: Attempt,
  now: Date,
  amount: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return countingTotals(windowMinutes, now, sql`select ${key}::text, (${amount})`);
}

/**
 * Builds a statement, for a caller's `with`, that increments counts in the current time window.
 * @param totals a query with the columns key and amount, at most one row for each key; null or 0 adds nothing
 */
export function countingTotals(
  windowMinutes: number,
  now: Date,
  totals: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into rate_limits as known (key, window_start, count)
    select key, ${startOfWindow(now, windowMinutes)}::timestamptz, amount
    from (${totals}) as total (key, amount)
    where amount > 0
    order by key
    on conflict (key, window_start) do update set count = known.count + excluded.count`;
}

/**
 * Deletes counts whose time window began before a time.
 * @param most maximum number of deleted rows
 * @returns the number of deleted rows
 */
export async function dropRateLimits(db: Kysely<Database>, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rate_limits where ctid = any(array(
      select ctid from rate_limits where ${isOutdated(sql`window_start`, sql`${before}`)} limit ${most}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns the seconds until the window that contains the moment ends, at least 1. */
export function secondsLeft(now: Date, windowMinutes: number): number {
  const end = startOfWindow(now, windowMinutes).getTime() + windowMinutes * 60_000;
  return Math.ceil((end - now.getTime()) / 1_000);
}

function startOfWindow(now: Date, windowMinutes: number): Date {
  const windowMs = windowMinutes * 60_000;
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}
