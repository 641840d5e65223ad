import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { explainQueries } from "#tests/kit/explain-queries.ts";
import { type AuditLogQuery, listAuditLog as defineAuditLog } from "./list-audit-log.server.ts";

const { db, pool } = testDatabase();

const all: AuditLogQuery = { sort: "newest" };
const listAuditLog = defineAuditLog({ timeZone: "America/Chicago" });

/** Sign-ins one minute apart, with every hundredth an erasure. The first is at noon UTC. */
async function tell(n: number): Promise<void> {
  await sql`
    insert into audit_events (at, action, actor_kind, actor_id, actor_email, subject)
    select timestamptz '2026-11-21T12:00:00Z' + i * interval '1 minute',
      case when i % 100 = 0 then 'person-erased' else 'signed-in' end, 'staff', 'id' || i % 50,
      'staff' || i % 50 || '@example.com', case when i % 100 = 0 then 'person:' || i end
    from generate_series(1, ${n}::int) as i`.execute(db);
}

test("the log is paged by keys, in the order of the events and not of their insertion", async () => {
  await tell(4);
  // An entry of a long transaction.
  await sql`insert into audit_events (at, action, actor_kind) values ('2026-11-21T12:02:30Z', 'signed-out', 'nobody')`.execute(
    db,
  );
  const ids = async (sort: AuditLogQuery["sort"], beyond?: { direction: "after" | "before"; row: string }) =>
    (await listAuditLog(db, { ...all, sort }).page({ size: 2, beyond })).rows.map(({ id }) => id);
  expect(await ids("newest")).toEqual([4, 3]);
  expect(await ids("newest", { direction: "after", row: "3" })).toEqual([5, 2]);
  expect(await ids("newest", { direction: "before", row: "5" })).toEqual([4, 3]);
  expect(await ids("oldest", { direction: "after", row: "2" })).toEqual([5, 3]);
  for (const row of ["x", "-1", "9".repeat(30)]) {
    const page = await listAuditLog(db, all).page({ size: 2, beyond: { direction: "after", row } });
    expect(page.isLost).toBe(true);
  }
});

test("all matching entries are counted and read in batches", async () => {
  await tell(2_345);
  const query: AuditLogQuery = { ...all, who: "staff7@example.com" };
  const ids: number[] = [];
  for await (const { id } of listAuditLog(db, { ...all, action: "signed-in" }).each()) ids.push(id);
  expect(ids).toHaveLength(2_322);
  expect(new Set(ids).size).toBe(2_322);
  expect(await listAuditLog(db, query).count()).toBe(47);
});

test("no query for a page of the log scans the whole table", async () => {
  await tell(30_000);
  await sql`analyze audit_events`.execute(db);
  const queries: Partial<AuditLogQuery>[] = [
    {},
    { sort: "oldest" },
    { action: "person-erased" },
    { action: "signed-in" },
    { who: "staff7@example.com" },
    { who: "shell" },
    { about: "person:29900" },
    { from: "2026-11-25", to: "2026-11-25" },
    { action: "person-erased", who: "staff7@example.com", to: "2026-11-25" },
  ];
  const plans = await explainQueries(pool, async (explained) => {
    for (const query of queries) {
      const beyond = { direction: "after", row: "15000" } as const;
      await listAuditLog(explained, { ...all, ...query }).page({ size: 50 });
      await listAuditLog(explained, { ...all, ...query }).page({ size: 50, beyond });
    }
  });
  expect(plans.length).toBeGreaterThan(queries.length);
  expect(plans.filter((plan) => plan.includes("Seq Scan"))).toEqual([]);
  // These rows are rare among millions, so a scan by time would read all of them.
  const walked = plans.filter((plan) => plan.includes("audit_events_without_account"));
  expect(walked.length).toBeGreaterThanOrEqual(2);
});
