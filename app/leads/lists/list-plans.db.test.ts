import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#app/data/migrate.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { emptyDatabase } from "#tests/kit/database.ts";
import { faultsInPlan } from "#tests/kit/list-plans.ts";
import { everySo } from "#tests/kit/rounds.ts";
import { statementsOf } from "#tests/kit/plans-of.ts";
import { fillLists } from "../../../bench/load/fill-lists.ts";
import { listNames, listQuestions, type Question } from "../../../bench/load/list-questions.ts";
import { listVisitors } from "./list-visitors.server.ts";

let pool: pg.Pool;
let questions: Question[];

beforeAll(async () => {
  // One connection: what a test takes away for a moment is away for what it asks then.
  pool = new pg.Pool({ connectionString: await emptyDatabase(), max: 1 });
  await migrate({ pool, log: silentLog });
  await fillLists(pool, { visits: 50_000, assessments: 10_000, signups: 10_000, trackingEvents: 250_000 });
  questions = await listQuestions(pool);
}, 120_000);

afterAll(() => pool.end());

test.each(listNames)(
  "no list of %s reads a whole table or sorts it, whatever is asked",
  async (list) => {
    const faults: unknown[] = [];
    const ofList = questions.filter((question) => question.list === list);
    for (const { asked, read } of ofList.filter((_, index) => index % everySo === 0)) {
      for (const statement of await statementsOf(pool, read)) {
        const found = await faultsInPlan(pool, statement);
        if (found.length > 0) faults.push({ asked, found, sql: statement.sql });
      }
    }
    expect(faults).toEqual([]);
  },
  120_000,
);

test("a list that has lost its index is noticed", async () => {
  const direct = { source: "Direct", sort: "newest" } as const;
  const [statement] = await statementsOf(pool, (db) => listVisitors(db, direct, { size: 50 }));
  if (statement === undefined) throw new Error("nothing was sent");
  expect(await faultsInPlan(pool, statement)).toEqual([]);
  await pool.query("begin");
  await pool.query("drop index visitors_by_source, visitors_by_class, visitors_newest_first");
  expect(await faultsInPlan(pool, statement)).toContain("reads all of visitors");
  await pool.query("rollback");
});
