import type { Kysely } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import { loadReport, loadWeeks } from "#app/people/sources/load-sources.server.ts";
import { planReport } from "#app/people/sources/plan-report.ts";
import { faultsInPlan, openMigratedDatabase } from "#tests/kit/list-plans.ts";
import { samplingInterval } from "#tests/kit/rounds.ts";
import { explainQueries, captureQueries } from "#tests/kit/explain-queries.ts";
import { fillLists } from "../../../bench/load/fill-lists.ts";
import { listQueries, type MeasuredQuery } from "../../../bench/load/list-queries.ts";
import { exportedLists as allExportedLists } from "./exported-lists.server.ts";
import { listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";

/**
 * `app/people/lists/plans.long.db.test.ts` checks the list of people, whose many filters cannot all have an index. Claims are as few as the
 * sentences of the site, and their status changes with the day, so no index could find it.
 */
const exportedLists = allExportedLists.filter(
  ({ list: { name } }) => !name.startsWith("people") && name !== "claims",
);

let pool: pg.Pool;
let questions: MeasuredQuery[];

beforeAll(async () => {
  pool = await openMigratedDatabase();
  await fillLists(pool, { visits: 20_000, assessments: 5_000, signups: 5_000, trackingEvents: 100_000 });
  questions = await listQueries(
    pool,
    exportedLists.map(({ list, query }) => ({ name: list.name, query })),
  );
}, 120_000);

afterAll(() => pool.end());

test.each(exportedLists.map(({ list }) => list.name))(
  "no list of %s reads or sorts a whole table for any query",
  async (list) => {
    const faults: unknown[] = [];
    const ofList = questions.filter((question) => question.list === list);
    for (const { query, read } of ofList.filter((_, index) => index % samplingInterval === 0)) {
      for (const statement of await captureQueries(pool, read)) {
        const found = await faultsInPlan(pool, statement);
        if (found.length > 0) faults.push({ query, found, sql: statement.sql });
      }
    }
    expect(faults).toEqual([]);
  },
  120_000,
);

test.each(["12-weeks", "year"] as const)(
  "no report of sources reads all people or visits (%s)",
  async (period) => {
    const faults: unknown[] = [];
    for (const by of ["campaign", "channel", "page"] as const) {
      for (const touch of ["first", "last"] as const) {
        const today = new Date().toISOString().slice(0, 10);
        const plan = planReport({ by, touch, period, sort: "leads" }, today);
        const read = async (db: Kysely<Database>) => [await loadReport(db, plan), await loadWeeks(db, plan)];
        for (const statement of await captureQueries(pool, read)) {
          const found = await faultsInPlan(pool, statement);
          // The names of sources are few, and a report sorts its groups.
          const large = found.filter((fault) => /reads all of (?:people|visit|tracking)/.test(fault));
          if (large.length > 0) faults.push({ plan, large, sql: statement.sql });
        }
      }
    }
    expect(faults).toEqual([]);
  },
);

test("a name of two letters is found with the index of words", async () => {
  await pool.query("begin");
  const names = "array['Ng', 'Reading', 'King'])[1 + (n > 3)::int + (n > 5)::int]";
  await pool.query(`
    update pre_loi_assessments as assessment set name = (${names} || ' ' || n
    from (select id, row_number() over (order by id) as n from pre_loi_assessments) as numbered
    where assessment.id = numbered.id`);
  await pool.query("analyze pre_loi_assessments");
  const ask = (db: Kysely<Database>) =>
    listAssessments(db, { search: "ng", sort: "name" }).page({ size: 50 });
  const [plan] = await explainQueries(pool, ask);
  expect(plan).toContain("pre_loi_assessments_by_person");
  await pool.query("rollback");
});

test("planted: a missing index is found", async () => {
  const direct = { source: "Direct", sort: "newest" } as const;
  const [statement] = await captureQueries(pool, (db) => listVisitors(db, direct).page({ size: 50 }));
  if (statement === undefined) throw new Error("nothing was sent");
  expect(await faultsInPlan(pool, statement)).toEqual([]);
  await pool.query("begin");
  await pool.query("drop index visitors_by_source, visitors_by_class, visitors_newest_first");
  expect(await faultsInPlan(pool, statement)).toContain("reads all of visitors");
  await pool.query("rollback");
});
