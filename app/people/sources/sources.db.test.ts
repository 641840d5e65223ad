import { type RawBuilder, sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { storeRandomSources } from "#tests/kit/random-sources.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { type CountedVisits, countVisits, maxVisitNames } from "./count-visits.server.ts";
import { loadReport, loadWeeks } from "./load-sources.server.ts";
import type { Period } from "./periods.ts";
import { planReport, type ReportPlan, type SourceQuery } from "./plan-report.ts";
import type { PersonCounts } from "./source-counts.ts";
import { otherSources } from "./source-report.messages.ts";
import { limitRows } from "./source-report.ts";

const { db } = testDatabase();
const today = "2026-11-23";
const until = `${today}T18:00:00Z`;
const dimensions = ["campaign", "channel", "page"] as const;

const addVisits = (all: readonly { visits: number }[], more = 0): number =>
  all.reduce((sum, { visits }) => sum + visits, more);

async function countToday(known: readonly string[] = []): Promise<CountedVisits> {
  const [counted] = await countVisits(db, [{ from: today, to: today }], { by: "campaign", known });
  if (counted === undefined) throw new Error("Nothing was counted.");
  return counted;
}

/** Stores visits of today, each from another campaign. */
const storeInvented = (count: number, trafficClass = "person") =>
  sql`
  insert into visitors (first_name, last_name, email, last_touch, traffic_class, class_reason, created_at)
  select 'Anonymous', 'Visitor', 'visit@visitors.invalid', jsonb_build_object('landingPage', '/', 'campaign',
    jsonb_build_object('campaign', 'invented ' || ${trafficClass} || ' ' || number)), ${trafficClass},
    case when ${trafficClass} <> 'person' then 'test' end, ${until}::timestamptz
  from generate_series(1, ${count}::int) as number`.execute(db);

describe("the counted visits", () => {
  const countStored = async ({ from, to }: Period): Promise<number> => {
    const { rows } = await sql<{ visits: number }>`
      select count(*) as visits from visitors
      where lead_id is null and (created_at at time zone 'America/Chicago')::date between ${from} and ${to}`.execute(
      db,
    );
    return rows[0]?.visits ?? 0;
  };

  test("are those of the days in the firm's time zone", async () => {
    await storeRandomSources(db, { people: 0, visits: 3_000, until, seed: 0.3 });
    const periods: Period[] = [
      { from: "2026-11-23", to: "2026-11-23" },
      { from: "2026-11-21", to: "2026-11-23" },
      // The clocks go back.
      { from: "2026-11-01", to: "2026-11-01" },
      { from: "2026-08-31", to: "2026-11-22" },
      { from: "2020-01-01", to: "2030-01-01" },
    ];
    for (const by of dimensions) {
      for (const period of periods) {
        const [counted] = await countVisits(db, [period], { by, known: [] });
        const sum = addVisits(counted?.named ?? [], counted?.automated);
        expect([by, period, sum]).toEqual([by, period, await countStored(period)]);
      }
    }
  });

  test("stay equal to the stored visits when visits are deleted", async () => {
    await storeRandomSources(db, { people: 5, visits: 500, until, seed: 0.4 });
    await sql`delete from visitors where id in (select id from visitors order by id limit 250)`.execute(db);
    await sql`delete from visitors where traffic_class = 'unsure'`.execute(db);
    const { rows } = await sql`
      with stored as (
        select source.dimension, (created_at at time zone 'UTC')::date as day, coalesce(source.value, '') as value, traffic_class,
          count(*)::int as visits
        from visitors cross join lateral (values
          ('channel', channel_of_touch(last_touch)), ('campaign', campaign_of_touch(last_touch)), ('page', last_touch ->> 'landingPage')
        ) as source (dimension, value)
        where lead_id is null group by 1, 2, 3, 4
      ), counted as (
        select dimension, day, value, traffic_class, visits from visit_counts
      )
      (select * from stored except select * from counted) union all (select * from counted except select * from stored)`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });

  test("have the name of a spelling with the same letters, also before the first lead", async () => {
    const visit = (campaign: string) => sql`
      insert into visitors (first_name, last_name, email, last_touch, traffic_class, created_at)
      values ('Anonymous', 'Visitor', 'visit@visitors.invalid', ${JSON.stringify({ landingPage: "/", campaign: { campaign } })}::jsonb, 'person', ${until})`;
    await visit("QSBS guide").execute(db);
    await visit("qsbs-guide").execute(db);
    expect((await countToday()).named).toEqual([{ name: "QSBS guide", visits: 2 }]);
    await sql`insert into source_names values ('campaign', 'Qsbs_Guide', 'qsbsguide', 'The guide')`.execute(
      db,
    );
    expect((await countToday()).named).toEqual([{ name: "The guide", visits: 2 }]);
  });
});

describe("invented campaigns", () => {
  const invented = 300;

  test("beyond the limit are added up, without those that have people or spend", async () => {
    await storeInvented(invented);
    await storeInvented(20, "machine");
    const counted = await countToday(["invented person 299"]);
    expect(counted.named).toHaveLength(maxVisitNames + 1);
    expect(counted.named).toContainEqual({ name: "invented person 299", visits: 1 });
    const others = invented - maxVisitNames - 1;
    expect(counted.others).toEqual({ names: others, hasUnknown: false, visits: others });
    expect(counted.automated).toBe(20);
  });

  test("beyond the daily limit are counted without their names, and so are those that are deleted", async () => {
    const countStored = async () => {
      const { rows } = await sql<{ value: string; visits: number }>`
        select case value when ' other' then 'other' else 'named' end as value, sum(visits)::int as visits, count(*)::int as rows
        from visit_counts where dimension = 'campaign' and traffic_class = 'person' group by 1 order by 1`.execute(
        db,
      );
      return rows;
    };
    await sql`insert into source_names values ('campaign', 'invented person 650', 'inventedperson650', 'Ours')`.execute(
      db,
    );
    await sql`
      insert into source_spend (kind, name, month, cents, entered_by, entered_at)
      values ('campaign', 'invented person 699', '2026-11-01', 3000000000, 'a', now())`.execute(db);
    await storeInvented(10, "unsure");
    await storeInvented(400);
    await storeInvented(700);
    expect(await countStored()).toEqual([
      { value: "named", visits: 902, rows: 502 },
      { value: "other", visits: 198, rows: 1 },
    ]);
    const remove = (condition: RawBuilder<unknown>) =>
      sql`delete from visitors where traffic_class = 'person' and ${condition}`.execute(db);
    await remove(
      sql`last_touch -> 'campaign' ->> 'campaign' in ('invented person 1', 'invented person 700')`,
    );
    expect(await countStored()).toEqual([
      { value: "named", visits: 900, rows: 501 },
      { value: "other", visits: 197, rows: 1 },
    ]);
    await remove(sql`true`);
    expect(await countStored()).toEqual([]);
  });

  test("beyond the daily limit are part of a report", async () => {
    await storeInvented(700);
    const plan = planReport({ from: "2026-11-20", to: today, by: "campaign", sort: "visits" }, today);
    await sql`update visitors set created_at = created_at + interval '1 year'`.execute(db);
    await sql`update visit_counts set day = '2026-11-22'`.execute(db);
    const { others, total } = await loadReport(db, plan);
    expect(others).toMatchObject({ count: 500 - maxVisitNames, isMore: true });
    expect(total.now.visits).toBe(700);
    expect(otherSources("campaign", others ?? { count: 0, isMore: false })).toBe(
      "More than 300 other campaigns",
    );
  });

  test("are the same names in both periods, and part of the total", async () => {
    await storeInvented(invented);
    await sql`update visitors set created_at = created_at - interval '1 day'`.execute(db);
    await storeInvented(invented);
    const plan = planReport({ from: today, to: today, by: "campaign", sort: "visits" }, today);
    const { rows, others, total } = await loadReport(db, plan);
    expect(rows).toHaveLength(maxVisitNames);
    expect(others).toMatchObject({ count: invented - maxVisitNames, isMore: false });
    expect([total.now.visits, total.before?.visits]).toEqual([invented, invented]);
    expect(limitRows({ rows, others, total }).others).toMatchObject({
      count: invented - 14,
      now: { visits: invented - 14 },
      before: { visits: invented - 14 },
    });
  });
});

describe("a report", () => {
  beforeEach(() => storeRandomSources(db, { people: 400, visits: 300, until, seed: 0.5 }));

  const plans: ReportPlan[] = dimensions.flatMap((by) =>
    (["first", "last"] as const).flatMap((touch) =>
      (["12-weeks", "month", "year"] as const).map((period) =>
        planReport({ by, touch, period, sort: "leads" } satisfies SourceQuery, today),
      ),
    ),
  );

  test("adds up to its total, without automated people and with visits of browsers that opted out", async () => {
    for (const plan of plans) {
      const { rows, total, optedOut } = await loadReport(db, plan);
      const sum = (key: keyof PersonCounts): number => rows.reduce((all, { now }) => all + now[key], 0);
      expect([plan, sum("leads"), sum("clients")]).toEqual([plan, total.now.leads, total.now.clients]);
      expect(optedOut.now).toBeGreaterThan(0);
      const visits = rows.reduce((all, { now }) => all + (now.visits ?? 0), 0);
      expect(total.now.visits).toBe(visits + optedOut.now);
    }
  });

  test("has no visits for a period whose visits are no longer stored", async () => {
    const lastYear = planReport({ from: "2025-06-01", to: "2025-07-01", sort: "leads" }, today);
    const { total } = await loadReport(db, lastYear);
    expect(total.now.visits).toBeNull();
    // The visits of the day thirteen months ago are deleted in the course of today.
    for (const [from, isStored] of [
      ["2025-10-23", false],
      ["2025-10-24", true],
    ] as const) {
      const report = await loadReport(db, planReport({ from, to: "2025-11-30", sort: "leads" }, today));
      expect([from, report.total.now.visits !== null]).toEqual([from, isStored]);
    }
  });

  test("has as many assessments in its weeks as in its total, in both periods", async () => {
    for (const period of ["12-weeks", "last-month", "year"] as const) {
      const plan = planReport({ period, sort: "leads" }, today);
      const { total } = await loadReport(db, plan);
      const { bars } = await loadWeeks(db, plan);
      const sum = (find: (bar: (typeof bars)[number]) => number): number =>
        bars.reduce((all, bar) => all + find(bar), 0);
      expect(sum(({ people }) => people)).toBe(total.now.assessed);
      expect(sum(({ before }) => before?.people ?? 0)).toBe(total.before?.assessed);
    }
  });

  test("ranks sources with ten leads, and lists the others by name", async () => {
    const plan = planReport({ by: "campaign", period: "12-weeks", sort: "clients" }, today);
    const { rows, total } = await loadReport(db, plan);
    const ranked = rows.filter(({ now }) => now.leads >= 10);
    const clients = ranked.map(({ now }) => now.clients);
    expect(clients).toEqual(clients.toSorted((one, other) => other - one));
    expect(rows.slice(0, ranked.length)).toEqual(ranked);
    const { shown, others } = limitRows({ rows, others: undefined, total }, 2);
    expect([shown.length, others?.count]).toEqual([2, rows.length - 2]);
  });
});
