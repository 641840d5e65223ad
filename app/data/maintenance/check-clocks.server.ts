import { type Kysely, sql } from "kysely";
import type { Clock } from "#app/platform/clock.ts";
import type { ClockProblem } from "#app/platform/health.ts";
import type { Database } from "#app/data/schema/database.ts";
import { endRefusedPeriods, recordRefusedTimes } from "./refused-clock-periods.server.ts";

/** Limits shared by all jobs that delete by age. See "A clock is wrong" in docs/runbook.md. */
export const clockLimits = {
  maxDifferenceMinutes: 5,
  /** Longer than a server shutdown over a long weekend. Short enough that a wrong clock deletes at most one week of data early. */
  maxGapDays: 7,
} as const;

/** Logged when a job finds a clock implausible. */
export const clockRefused = "retention.clock_refused";

export type ClockCheck = { ok: true; now: Date } | { ok: false; problem: ClockProblem };

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  /** Build time of the running program; undefined in tests. */
  builtAt: Date | undefined;
};

/**
 * Returns the database time to jobs that delete by age, if that time is plausible. The check compares it with this server's clock, the
 * build date and the stored last plausible time. With an embedded database, both clocks are the same clock and jump together, so the
 * stored time is needed. Refused times are recorded, so that rows with these dates are not deleted as soon as the clock is corrected.
 */
export async function checkClocks(deps: Deps): Promise<ClockCheck> {
  const times = await readClocks(deps);
  const problem = findProblem(times, deps.builtAt);
  if (problem !== undefined) {
    await recordRefusedTimes(deps.db, [times.databaseTime, times.serverTime]);
    return { ok: false, problem };
  }
  await storeCheck(deps.db, times.databaseTime);
  return { ok: true, now: times.databaseTime };
}

/** Returns the database time if it is plausible, as `checkClocks` does, for jobs that run too often to store each check. */
export async function readPlausibleTime(deps: Deps): Promise<ClockCheck> {
  const times = await readClocks(deps);
  const problem = findProblem(times, deps.builtAt);
  return problem === undefined ? { ok: true, now: times.databaseTime } : { ok: false, problem };
}

/** Reads both clocks and the time of the last check. */
export type Clocks = { databaseTime: Date; serverTime: Date; lastCheckAt: Date | undefined };

export async function readClocks({ db, clock }: Pick<Deps, "db" | "clock">): Promise<Clocks> {
  const asked = clock.now();
  const { rows } = await sql<{ databaseTime: Date; lastCheckAt: Date | null }>`
    select clock_timestamp() as database_time, (select checked_at from clock_checks) as last_check_at`.execute(
    db,
  );
  const answered = clock.now();
  const [row] = rows;
  if (row === undefined) throw new Error("The database returned no time.");
  // Query latency is not clock skew: compare with the moment during the query that is closest to the database time.
  const closest = Math.min(Math.max(row.databaseTime.getTime(), asked.getTime()), answered.getTime());
  return {
    databaseTime: row.databaseTime,
    serverTime: new Date(closest),
    lastCheckAt: row.lastCheckAt ?? undefined,
  };
}

/** Stores an accepted time and ends the periods in which the clocks were refused. */
export async function storeCheck(db: Kysely<Database>, at: Date): Promise<void> {
  await db
    .insertInto("clockChecks")
    .values({ checkedAt: at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ checkedAt: at }))
    .execute();
  await endRefusedPeriods(db, at);
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const maxDifferenceMs = clockLimits.maxDifferenceMinutes * minuteMs;

/** Finds a problem in one reading of both clocks, without considering the last check. */
export function findPresentProblem(
  { databaseTime, serverTime }: Clocks,
  builtAt: Date | undefined,
): ClockProblem | undefined {
  const times = { databaseTime, serverTime };
  if (Math.abs(databaseTime.getTime() - serverTime.getTime()) >= maxDifferenceMs) {
    return { kind: "clocks-differ", ...times };
  }
  const earliest = Math.min(databaseTime.getTime(), serverTime.getTime());
  if (builtAt !== undefined && earliest < builtAt.getTime() - maxDifferenceMs) {
    return { kind: "before-build", ...times };
  }
  return undefined;
}

function findProblem(clocks: Clocks, builtAt: Date | undefined): ClockProblem | undefined {
  const { databaseTime, serverTime, lastCheckAt } = clocks;
  const present = findPresentProblem(clocks, builtAt);
  if (present !== undefined) return present;
  const times = { databaseTime, serverTime };
  // The migration stores the first check. Without one, the time cannot be verified.
  if (lastCheckAt === undefined) return { kind: "never-checked", ...times };
  const gapMs = databaseTime.getTime() - lastCheckAt.getTime();
  if (gapMs <= -maxDifferenceMs) return { kind: "jumped-back", ...times, lastCheckAt };
  if (gapMs > clockLimits.maxGapDays * dayMs) return { kind: "jumped-ahead", ...times, lastCheckAt };
  return undefined;
}
