import { expect, test } from "vitest";
import { checkClocks, readClocks, storeCheck } from "#app/data/maintenance/check-clocks.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { carryOutClockOrder } from "./carry-out-clock-order.ts";
import { parseClockOrder } from "./clock-order.ts";

const { db } = testDatabase();
const dayMs = 86_400_000;
const longAgo = new Date(Date.now() - 500 * dayMs);
const today = new Date().toISOString().slice(0, 10);
const deps = { db, clock: systemClock };
const lastCheck = async () => (await readClocks(deps)).lastCheckAt;

test.each([
  [["status"], { ok: true, order: { kind: "status" } }],
  [["confirm", "2026-11-22"], { ok: true, order: { kind: "confirm", day: "2026-11-22" } }],
  [["confirm"], { ok: false, problem: "Give today’s date, like 2026-11-22." }],
  [["confirm", "today"], { ok: false, problem: "Give today’s date, like 2026-11-22." }],
  [["status", "now"], { ok: false, problem: "Unexpected argument: now." }],
  [[], { ok: false, problem: "Name a command." }],
  [["set"], { ok: false, problem: "There is no command set." }],
])("%j is read as %j", (words, expected) => {
  expect(parseClockOrder(words)).toEqual(expected);
});

test("status shows both clocks and the last plausible time and changes nothing", async () => {
  await storeCheck(db, longAgo);
  const { ok, text } = await carryOutClockOrder(deps, { kind: "status" });
  expect(ok).toBe(true);
  expect(text).toContain(`Last plausible time:  ${longAgo.toISOString()}`);
  expect(await lastCheck()).toEqual(longAgo);
});

test("confirming with today's date ends the refused period and is recorded in the audit log", async () => {
  await storeCheck(db, longAgo);
  expect(await checkClocks({ ...deps, builtAt: undefined })).toMatchObject({ ok: false });
  expect(await carryOutClockOrder(deps, { kind: "confirm", day: today })).toMatchObject({ ok: true });
  expect((await lastCheck())?.getTime()).toBeGreaterThan(Date.now() - dayMs);
  expect(await db.selectFrom("refusedClockPeriods").select("endedAt").execute()).toEqual([
    { endedAt: await lastCheck() },
  ]);
  expect(await db.selectFrom("auditEvents").select(["action", "actorKind"]).execute()).toEqual([
    { action: "clock-confirmed", actorKind: "shell" },
  ]);
});

test("rejects another date or clocks that differ", async () => {
  await storeCheck(db, longAgo);
  const real = new Date(Date.now() - 100 * dayMs).toISOString().slice(0, 10);
  const { ok, text } = await carryOutClockOrder(deps, { kind: "confirm", day: real });
  expect(ok).toBe(false);
  expect(text).toContain("Nothing was changed");
  const ahead = { db, clock: { now: () => new Date(Date.now() + dayMs) } };
  expect(await carryOutClockOrder(ahead, { kind: "confirm", day: today })).toMatchObject({ ok: false });
  expect(await lastCheck()).toEqual(longAgo);
});
