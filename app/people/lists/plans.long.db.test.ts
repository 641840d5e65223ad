import type { CompiledQuery, Kysely } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import { captureQueries, explainQueries } from "#tests/kit/explain-queries.ts";
import { faultsInPlan, openMigratedDatabase } from "#tests/kit/list-plans.ts";
import { fillLists } from "../../../bench/load/fill-lists.ts";
import { listQueries } from "../../../bench/load/list-queries.ts";
import { listPeople, type PeopleListQuery } from "./list-people.server.ts";

let pool: pg.Pool;

beforeAll(async () => {
  pool = await openMigratedDatabase();
  await fillLists(pool, { visits: 1_000, assessments: 10_000, signups: 5_000, trackingEvents: 1_000 });
}, 120_000);

afterAll(() => pool.end());

/** PostgreSQL reads a few rows faster without an index. */
const smallTables = ["source_names", "events", "staff_users"];

const findFaults = async (read: (db: Kysely<Database>) => Promise<unknown>): Promise<string[]> => {
  const statements: CompiledQuery[] = await captureQueries(pool, read);
  const faults = await Promise.all(statements.map((statement) => faultsInPlan(pool, statement)));
  return faults.flat().filter((fault) => !smallTables.some((table) => fault === `reads all of ${table}`));
};

/** The first page and the next one. */
const readPages = (query: PeopleListQuery) => async (db: Kysely<Database>) => {
  const { rows } = await listPeople(db, query).page({ size: 25 });
  await listPeople(db, query).page({ size: 25, beyond: { direction: "after", row: rows[24]?.id ?? "" } });
};

test.each([
  "activity",
  "oldest-activity",
  "score",
  "lowest-score",
  "due",
  "latest-due",
  "name",
  "name-reversed",
] as const)(
  "without a filter, and with frequent ones, the list sorted by %s reads and sorts only its page",
  async (sort) => {
    const filters = [
      {},
      { status: "new" },
      { consent: "email" },
      { owner: "none" },
      { traffic: "all" },
    ] as const;
    for (const filter of filters) {
      expect([filter, await findFaults(readPages({ sort, ...filter }))]).toEqual([filter, []]);
    }
  },
);

test("a search uses the index of words", async () => {
  for (const search of ["lead471@", "an unknown name", "(512) 555-0188"]) {
    expect([search, await findFaults(readPages({ sort: "activity", search }))]).toEqual([search, []]);
  }
});

test("a rare filter reads at most the people once, and never every sign-up or receipt for each of them", async () => {
  const measured = await listQueries(pool, [{ name: "people", query: listPeople }]);
  const allowed = /^reads all of (?:people|linkedin_live_signups|person_addresses)$|^sorts /;
  for (const { query, read } of measured) {
    const faults = await findFaults(read);
    expect([query, faults.filter((fault) => !allowed.test(fault))]).toEqual([query, []]);
  }
}, 120_000);

test("the sign-ups of an event are read once, and not for each person in the order of the list", async () => {
  const { rows } = await pool.query<{ id: string }>("select id from events limit 1");
  const event = rows[0]?.id ?? "";
  for (const sort of ["activity", "score", "name"] as const) {
    const plans = await explainQueries(pool, (db) => listPeople(db, { sort, event }).page({ size: 25 }));
    expect(plans.map((plan) => plan.includes("InitPlan") && !plan.includes("Semi Join"))).toEqual([true]);
  }
});

test("planted: a missing index is found", async () => {
  await pool.query("begin");
  await pool.query("drop index people_latest_first");
  expect(await findFaults(readPages({ sort: "activity" }))).toContain("reads all of people");
  await pool.query("rollback");
});
