import { type Kysely, sql } from "kysely";
import type { Clock } from "#app/platform/clock.ts";
import type { ClockProblem } from "#app/platform/health.ts";
import type { Database } from "./database.ts";

/** Jobs that delete by age share these limits. docs/runbook.md, "A clock is wrong", explains them. */
export const clockLimits = {
  maxDifferenceMinutes: 5,
  /** Longer than a long weekend with the server switched off; short enough that a wrong clock costs a week of data at most. */
  maxGapDays: 7,
} as const;

/** The event that the log tells when a job does not trust the time. */
export const clockRefused = "retention.clock_refused";

export type ClockCheck = { ok: true; now: Date } | { ok: false; problem: ClockProblem };

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  /** When the running program was built; undefined in tests. */
  builtAt: Date | undefined;
};

/**
 * Tells the time to jobs that delete by age: that of the database, and only if it is plausible. It is compared with the clock of
 * this server, with the date of the build, and with the last plausible time, which is stored: with an embedded database both clocks
 * are the same one and jump together.
 */
export async function checkClocks(deps: Deps): Promise<ClockCheck> {
  const times = await readClocks(deps);
  const problem = findProblem(times, deps.builtAt);
  if (problem !== undefined) return { ok: false, problem };
  await storeCheck(deps.db, times.databaseTime);
  return { ok: true, now: times.databaseTime };
}

/** Times of the two clocks and of the last check. */
export type Clocks = { databaseTime: Date; serverTime: Date; lastCheckAt: Date | undefined };

export async function readClocks({ db, clock }: Pick<Deps, "db" | "clock">): Promise<Clocks> {
  const asked = clock.now();
  const { rows } = await sql<{ databaseTime: Date; lastCheckAt: Date | null }>`
    select clock_timestamp() as database_time, (select checked_at from clock_checks) as last_check_at`.execute(
    db,
  );
  const answered = clock.now();
  const [row] = rows;
  if (row === undefined) throw new Error("The database did not tell its time.");
  // A slow answer is no difference: the moment within the question that is closest to the database's time counts.
  const closest = Math.min(Math.max(row.databaseTime.getTime(), asked.getTime()), answered.getTime());
  return {
    databaseTime: row.databaseTime,
    serverTime: new Date(closest),
    lastCheckAt: row.lastCheckAt ?? undefined,
  };
}

export async function storeCheck(db: Kysely<Database>, at: Date): Promise<void> {
  await db
    .insertInto("clockChecks")
    .values({ checkedAt: at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ checkedAt: at }))
    .execute();
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const maxDifferenceMs = clockLimits.maxDifferenceMinutes * minuteMs;

/** What is wrong with the clocks of one moment, apart from the time of the last check. */
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
  // The migration stores one. Without it nothing says whether the time is plausible.
  if (lastCheckAt === undefined) return { kind: "never-checked", ...times };
  const gapMs = databaseTime.getTime() - lastCheckAt.getTime();
  if (gapMs <= -maxDifferenceMs) return { kind: "jumped-back", ...times, lastCheckAt };
  if (gapMs > clockLimits.maxGapDays * dayMs) return { kind: "jumped-ahead", ...times, lastCheckAt };
  return undefined;
}
