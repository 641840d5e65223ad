import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "#app/platform/clock.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { checkClocks, storeCheck } from "./check-clocks.server.ts";

const { db, pool } = testDatabase();
const minuteMs = 60_000;
const dayMs = 86_400_000;
const at = (ms: number) => new Date(Date.now() + ms);
const serverAhead = (ms: number) => ({ now: () => at(ms) });
const lastCheck = async () =>
  (await db.selectFrom("clockChecks").select("checkedAt").executeTakeFirst())?.checkedAt;
const check = (clock = systemClock, builtAt?: Date) => checkClocks({ db, clock, builtAt });

beforeEach(() => storeCheck(db, at(-60 * minuteMs)));

test("plausible clocks: returns the database time and stores it as the last check", async () => {
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const checked = await check(serverAhead(4 * minuteMs));
  expect(checked).toEqual({ ok: true, now: await lastCheck() });
  const difference = (checked.ok ? checked.now.getTime() : 0) - (rows[0]?.now.getTime() ?? 0);
  expect(difference).toBeGreaterThanOrEqual(0);
  expect(difference).toBeLessThan(4 * minuteMs);
});

describe("rejects implausible clocks and leaves the last check unchanged", () => {
  test.each([5 * minuteMs + 1_000, -6 * minuteMs, 500 * dayMs, -500 * dayMs])(
    "a server clock %i ms ahead of the database clock",
    async (ms) => {
      expect(await refusal(() => check(serverAhead(ms)))).toBe("clocks-differ");
    },
  );

  test("clocks earlier than the build date", async () => {
    expect(await refusal(() => check(systemClock, at(dayMs)))).toBe("before-build");
    expect(await check(systemClock, at(-dayMs))).toMatchObject({ ok: true });
  });

  test.each([
    ["jumped-ahead", -500 * dayMs],
    ["jumped-ahead", -7 * dayMs - minuteMs],
    ["jumped-back", 6 * minuteMs],
    ["jumped-back", 500 * dayMs],
  ])("both clocks, embedded database: %s with the last check %i ms from now", async (kind, ms) => {
    await storeCheck(db, at(ms));
    expect(await refusal(() => check())).toBe(kind);
  });

  test("no recorded last check", async () => {
    await db.deleteFrom("clockChecks").execute();
    expect(await refusal(() => check())).toBe("never-checked");
  });
});

test("accepts the clocks of a server that was off for a week", async () => {
  await storeCheck(db, at(-7 * dayMs + minuteMs));
  expect(await check()).toMatchObject({ ok: true });
});

describe("records the times that refused clocks show", () => {
  const periods = async () =>
    db
      .selectFrom("refusedClockPeriods")
      .select(["earliestTime", "latestTime", "endedAt"])
      .orderBy("id")
      .execute();
  const toDays = ({ earliestTime, latestTime, endedAt }: Awaited<ReturnType<typeof periods>>[number]) => ({
    from: Math.round((earliestTime.getTime() - Date.now()) / dayMs) + 0,
    to: Math.round((latestTime.getTime() - Date.now()) / dayMs) + 0,
    isOpen: endedAt === null,
  });
  const shown = async () => (await periods()).map(toDays);

  test("one period per clock, extended by later checks and ended when the clocks are accepted", async () => {
    await check(serverAhead(-500 * dayMs));
    await check(serverAhead(-499.2 * dayMs));
    await check(serverAhead(-498.4 * dayMs));
    expect(await shown()).toEqual([
      { from: 0, to: 0, isOpen: true },
      { from: -500, to: -498, isOpen: true },
    ]);
    const checked = await check();
    if (!checked.ok) throw new Error(checked.problem.kind);
    expect((await periods()).map(({ endedAt }) => endedAt)).toEqual([checked.now, checked.now]);
  });

  test("a clock that shows the same wrong time again reopens its period", async () => {
    await check(serverAhead(-500 * dayMs));
    await check();
    await check(serverAhead(-500.5 * dayMs));
    expect((await shown()).map(({ isOpen }) => isOpen)).toEqual([true, true]);
  });

  test("accepted clocks record nothing", async () => {
    await check();
    expect(await periods()).toEqual([]);
  });
});

async function refusal(run: () => ReturnType<typeof check>): Promise<string> {
  const before = await lastCheck();
  const checked = await run();
  expect(await lastCheck()).toEqual(before);
  return checked.ok ? "accepted" : checked.problem.kind;
}
