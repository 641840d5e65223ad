import { sql } from "kysely";
import { expect, test } from "vitest";
import { deleteExpired } from "#app/people/retention/retention.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { explainQueries } from "#tests/kit/explain-queries.ts";
import { listQueued, storeWebhook } from "#tests/kit/integrations.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { readPersonExport } from "#tests/kit/read-person.ts";
import { readIntegrationHealth } from "./integration-health.server.ts";
import { listDeliveries } from "./list-deliveries.server.ts";

const { db, pool } = testDatabase();
const now = new Date("2026-11-21T12:00:00Z");

/** Adds deliveries one minute apart, the latest at noon. */
async function write(count: number, destinationId: string): Promise<void> {
  await sql`
    insert into integration_deliveries (destination_id, event, data, state, occurred_at, settled_at)
    select ${destinationId}::uuid, 'person.created', jsonb_build_object('personId', i),
      case when i % 100 = 0 then 'failed' else 'delivered' end, ${now}::timestamptz - i * interval '1 minute', now()
    from generate_series(0, ${count}::int - 1) as i`.execute(db);
}

test("the log is read by an index in both orders", async () => {
  await write(20_000, await storeWebhook(db));
  await pool.query("analyze integration_deliveries");
  for (const sort of ["newest", "oldest"] as const) {
    const plans = await explainQueries(pool, (explained) =>
      listDeliveries(explained, { sort }).page({ size: 25 }),
    );
    expect(plans.join("\n")).toContain("integration_deliveries_latest_first");
    expect(plans.join("\n")).not.toMatch(/Seq Scan on integration_deliveries|Sort/);
  }
});

test("the log is kept for 90 days", async () => {
  await write(1, await storeWebhook(db));
  const deps = { db, outbox: createOutbox(() => undefined), persons: auditDeps.persons, log: silentLog };
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
  expect(await deleteExpired(deps, after(89))).toMatchObject({ removed: { deliveries: 0 } });
  expect(await deleteExpired(deps, after(91))).toMatchObject({ removed: { deliveries: 1 } });
  expect(await listQueued(db)).toEqual([]);
});

test("the copy of a person’s data has what was sent, without what was sent about others", async () => {
  await storeWebhook(db, { name: "Marketing", events: ["assessment.submitted"] });
  const [ada, eve] = [aPerson("ada"), aPerson("eve")];
  const id = await takeAssessment(db, ada);
  await takeAssessment(db, eve);
  expect(JSON.parse(await readPersonExport(db, ada.email))).toMatchObject({
    deliveries: [
      {
        destination: "Marketing",
        event: "assessment.submitted",
        data: { assessmentId: id },
        includesContact: false,
      },
    ],
  });
});

test("the copy of a person’s data has the contacts in Wealthbox, without those of others", async () => {
  for (const [contactId, person] of [aPerson("ada"), aPerson("eve")].entries()) {
    await takeAssessment(db, person);
    await sql`
      insert into wealthbox_contacts (contact_id, person_id, recorded_for, tags, task_id, task_name)
      select ${contactId}, id, id, '{Website}', 1, 'Call' from people where email = ${person.email}`.execute(
      db,
    );
  }
  const { email } = aPerson("ada");
  expect(JSON.parse(await readPersonExport(db, email))).toMatchObject({
    wealthboxContacts: [{ contactId: 0, tags: ["Website"], taskName: "Call", taskDueOn: null }],
  });
});

test("the state of integrations has what was stopped, waits and failed", async () => {
  expect(await readIntegrationHealth(db)).toEqual({
    destinations: 0,
    stopped: [],
    waiting: 0,
    waitingSince: null,
    failed: 0,
    lastDeliveredAt: null,
  });
  const active = await storeWebhook(db);
  const paused = await storeWebhook(db, { state: "paused" });
  await storeWebhook(db, { name: "Reports", state: "stopped", stopReason: "gone" });
  await sql`
    insert into integration_deliveries (destination_id, event, data, state, attempts, occurred_at, next_try_at, settled_at) values
      (${active}, 'person.created', '{}', 'waiting', 0, '2026-11-19T12:00:00Z', '2026-11-20T13:00:00Z', null),
      (${active}, 'person.created', '{}', 'waiting', 2, '2026-11-20T12:00:00Z', '2026-11-20T14:00:00Z', null),
      (${paused}, 'person.created', '{}', 'waiting', 0, '2026-11-19T12:00:00Z', '2026-11-19T12:00:00Z', null),
      (${active}, 'person.created', '{}', 'failed', 18, now(), now(), now() - interval '6 days'),
      (${active}, 'person.created', '{}', 'failed', 18, now(), now(), now() - interval '8 days'),
      (${active}, 'person.created', '{}', 'delivered', 1, now(), now(), '2026-11-02T12:00:00Z')`.execute(db);
  expect(await readIntegrationHealth(db)).toEqual({
    destinations: 3,
    stopped: ["Reports"],
    waiting: 2,
    waitingSince: new Date("2026-11-20T12:00:00Z"),
    failed: 1,
    lastDeliveredAt: new Date("2026-11-02T12:00:00Z"),
  });
});
