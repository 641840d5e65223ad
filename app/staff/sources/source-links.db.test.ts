import { expect, test } from "vitest";
import { listPeople, type PeopleListQuery } from "#app/people/lists/list-people.server.ts";
import { loadReport, loadWeeks } from "#app/people/sources/load-sources.server.ts";
import { planReport, type ReportPlan } from "#app/people/sources/plan-report.ts";
import type { Figures } from "#app/people/sources/source-counts.ts";
import { isLong } from "#tests/kit/rounds.ts";
import { storeRandomSources } from "#tests/kit/random-sources.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createRandom } from "../../../demo/random.ts";
import { reportColumns } from "./report-columns.ts";
import { type LinkedPeople, peopleLink, type StageFilter } from "./source-links.ts";

const { db } = testDatabase();
const today = "2026-11-23";
const seeds = isLong ? [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] : [0.1];
const reportsPerSeed = isLong ? 40 : 12;

/** The number of people in the list, and in its export, that a number leads to. */
async function countLinked(link: LinkedPeople, filter: StageFilter): Promise<number> {
  const params = new URL(peopleLink(link, filter), "http://localhost").searchParams;
  // The filters of a link are those of the list, which its own tests check.
  const query = { ...Object.fromEntries(params), sort: "activity" } as PeopleListQuery;
  return listPeople(db, query).count();
}

/** The numbers of a row that differ from those of the list of people. */
async function findDifferences(figures: Figures, link: LinkedPeople): Promise<unknown[]> {
  const differences: unknown[] = [];
  for (const { label, filter, count } of reportColumns(link.by)) {
    if (filter === undefined) continue;
    const listed = await countLinked(link, filter);
    if (listed !== count(figures)) differences.push({ link, label, counted: count(figures), listed });
  }
  return differences;
}

async function checkReport(plan: ReportPlan): Promise<unknown[]> {
  const { by, touch, now, before } = plan;
  const report = await loadReport(db, plan);
  const differences: unknown[] = [];
  for (const [period, of] of [[now, "now"] as const, [before, "before"] as const]) {
    if (period === undefined) continue;
    for (const row of [...report.rows, { ...report.total, name: undefined }]) {
      const figures = row[of];
      if (figures === undefined) continue;
      const name = row.name === undefined ? {} : { name: row.name };
      differences.push(...(await findDifferences(figures, { by, touch, period, ...name })));
    }
  }
  const automated = await countLinked({ by, touch, period: now }, { traffic: "automated" });
  if (automated !== report.automated.now.people) differences.push({ plan, automated });
  const { bars } = await loadWeeks(db, plan);
  for (const { now: week, people } of bars) {
    const listed = await countLinked({ by, touch, period: week }, { stage: "assessed" });
    if (listed !== people) differences.push({ week, people, listed });
  }
  return differences;
}

test.each(seeds)(
  "every number of people equals the list that it leads to, for random periods and filters (%d) @long",
  async (seed) => {
    await storeRandomSources(db, { people: 250, visits: 50, until: `${today}T18:00:00Z`, seed });
    const dice = createRandom(seed * 1_000);
    const day = (): string => new Date(Date.UTC(2026, 3, dice.between(1, 230))).toISOString().slice(0, 10);
    for (let round = 0; round < reportsPerSeed; round += 1) {
      const plan = planReport(
        {
          by: dice.one(["campaign", "channel", "page"]),
          touch: dice.one(["first", "last"]),
          period: dice.one(["12-weeks", "4-weeks", "month", "last-month", "year", "dates"]),
          compare: dice.one(["before", "year-before", "none"]),
          from: day(),
          to: day(),
          sort: "leads",
        },
        today,
      );
      expect(await checkReport(plan)).toEqual([]);
    }
  },
  120_000,
);
