import { expect, test } from "vitest";
import { checkClocks, readClocks, storeCheck } from "#app/data/maintenance/check-clocks.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { run } from "./clock.ts";

const database = testDatabase();
const { db } = database;
const dayMs = 86_400_000;
const longAgo = new Date(Date.now() - 500 * dayMs);
const today = new Date().toISOString().slice(0, 10);
const deps = { db, clock: systemClock };
const lastCheck = async () => (await readClocks(deps)).lastCheckAt;
const clock = (...args: string[]) => runCommand(run, args, database);

test("status shows both clocks and the last plausible time and changes nothing", async () => {
  await storeCheck(db, longAgo);
  const { code, out } = await clock("status");
  expect(code).toBe(0);
  expect(out).toContain(`Last plausible time:  ${longAgo.toISOString()}`);
  expect(await lastCheck()).toEqual(longAgo);
});

test("confirming with today's date ends the refused period and is recorded in the audit log", async () => {
  await storeCheck(db, longAgo);
  expect(await checkClocks({ ...deps, builtAt: undefined })).toMatchObject({ ok: false });
  expect(await clock("confirm", today)).toMatchObject({ code: 0 });
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
  const anotherDay = new Date(Date.now() - 100 * dayMs).toISOString().slice(0, 10);
  const { code, problems } = await clock("confirm", anotherDay);
  expect(code).toBe(1);
  expect(problems).toContain("Nothing was changed");
  const ahead = { ...database, clock: { now: () => new Date(Date.now() + dayMs) } };
  expect(await runCommand(run, ["confirm", today], ahead)).toMatchObject({ code: 1 });
  expect(await lastCheck()).toEqual(longAgo);
});
