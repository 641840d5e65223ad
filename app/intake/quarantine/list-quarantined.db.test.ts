import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { explainQueries } from "#tests/kit/explain-queries.ts";
import { type QuarantineQuery, listQuarantined } from "./list-quarantined.server.ts";

const { db, pool } = testDatabase();

async function hold(n: number): Promise<void> {
  await sql`
    insert into quarantined_submissions (form, reason, received_at, input, sender, fingerprint, released_at)
    select 'assessment', case when i % 100 = 0 then 'many' else 'honeypot' end,
      timestamptz '2026-11-21T12:00:00Z' + i * interval '1 minute',
      jsonb_build_object('name', 'Name ' || i, 'email', 'person' || i || '@example.com'), '{}', i::text,
      case when i % 200 = 0 then now() end
    from generate_series(1, ${n}::int) as i`.execute(db);
}

test("the quarantine is paged by keys, in both directions and both orders", async () => {
  await hold(5);
  const names = async (
    sort: QuarantineQuery["sort"],
    beyond?: { direction: "after" | "before"; row: string },
  ) => {
    const page = await listQuarantined(db, { sort }).page({ size: 2, beyond });
    return { ...page, rows: page.rows.map(({ name }) => name), ids: page.rows.map(({ id }) => id) };
  };
  const first = await names("newest");
  expect(first).toMatchObject({ rows: ["Name 5", "Name 4"], hasNext: true, hasPrevious: false });
  const second = await names("newest", { direction: "after", row: first.ids[1] ?? "" });
  expect(second).toMatchObject({ rows: ["Name 3", "Name 2"], hasNext: true, hasPrevious: true });
  expect((await names("newest", { direction: "before", row: second.ids[0] ?? "" })).rows).toEqual(first.rows);
  expect((await names("oldest")).rows).toEqual(["Name 1", "Name 2"]);
  expect(await names("oldest", { direction: "after", row: "no id" })).toMatchObject({ isLost: true });
});

test("no query for a page of the quarantine scans the whole table", async () => {
  await hold(20_000);
  await sql`analyze quarantined_submissions`.execute(db);
  const queries: Partial<QuarantineQuery>[] = [
    {},
    { search: "person19998@" },
    { search: "ng" },
    { reason: "many" },
    { state: "released" },
    { state: "held", sort: "oldest" },
    { from: "2026-11-25", to: "2026-11-25" },
  ];
  const plans = await explainQueries(pool, async (explained) => {
    for (const query of queries) {
      await listQuarantined(explained, { sort: "newest", ...query }).page({ size: 50 });
    }
  });
  expect(plans).toHaveLength(queries.length);
  // The other table has the size that the previous file of the worker left, and PostgreSQL reads few rows faster without an index.
  expect(plans.filter((plan) => plan.includes("Seq Scan on quarantined_submissions"))).toEqual([]);
});
