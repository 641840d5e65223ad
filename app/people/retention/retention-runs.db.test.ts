import { sql } from "kysely";
import { expect, it } from "vitest";
import { storeCheck } from "#app/data/maintenance/check-clocks.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import { startRetention } from "./retention.server.ts";

const { db } = testDatabase();
const deps = { db, outbox: createOutbox(() => undefined), persons: auditDeps.persons, log: silentLog };

it("runs in one process per hour, also after a restart, so that its limits hold for all", async () => {
  await sql`
    insert into spent_tokens (token, fingerprint, spent_at)
    select number::text, 'a', now() - interval '8 days' from generate_series(1, 250) as number`.execute(db);
  await storeCheck(db, new Date());
  const run = async () => {
    const retention = startRetention({ ...deps, clock: systemClock, builtAt: undefined });
    await until("the end of the run", () => Promise.resolve(retention.health().lastRun !== undefined));
    await retention.stop();
    const left = await db.selectFrom("spentTokens").select("token").execute();
    return [retention.health().lastRun?.removed, left.length];
  };
  expect(await run()).toEqual([100, 150]);
  expect(await run()).toEqual([100, 150]);
  const setStart = (startedAt: Date) => db.updateTable("jobRuns").set({ startedAt }).execute();
  await setStart(new Date(Date.now() - 3_600_000));
  expect(await run()).toEqual([100, 50]);
  // From before the clock was corrected.
  await setStart(new Date(Date.now() + 3_600_000));
  expect(await run()).toEqual([50, 0]);
});
