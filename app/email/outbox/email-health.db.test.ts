import { sql } from "kysely";
import { expect, test } from "vitest";
import { readDatabaseHealth } from "#app/data/health/database-health.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { readEmailHealth } from "./email-health.server.ts";

const { db } = testDatabase();

test("reports the waiting, failed and sent emails with their times", async () => {
  expect(await readEmailHealth(db)).toEqual({
    waiting: 0,
    waitingSince: null,
    inFlight: 0,
    failed: 0,
    lastSentAt: null,
    unconfirmedThisHour: 0,
  });
  await sql`
    insert into letters (kind, recipient, state, created_at, settled_at, claim, claimed_until) values
      ('k', 'a@example.com', 'waiting', '2026-11-20T12:00:00Z', null, null, null),
      ('k', 'a@example.com', 'waiting', '2026-11-21T12:00:00Z', null, null, null),
      ('k', 'a@example.com', 'sending', now(), null, gen_random_uuid(), now()),
      ('k', 'a@example.com', 'given-up', now() - interval '8 days', now() - interval '5 days', null, null),
      ('k', 'a@example.com', 'given-up', now() - interval '9 days', now() - interval '8 days', null, null),
      ('k', 'a@example.com', 'sent', '2026-11-01T12:00:00Z', '2026-11-03T12:00:00Z', null, null),
      ('k', 'a@example.com', 'sent', '2026-11-02T12:00:00Z', '2026-11-02T12:00:00Z', null, null)`.execute(db);
  expect(await readEmailHealth(db)).toEqual({
    waiting: 2,
    waitingSince: new Date("2026-11-20T12:00:00Z"),
    inFlight: 1,
    failed: 1,
    lastSentAt: new Date("2026-11-03T12:00:00Z"),
    unconfirmedThisHour: 0,
  });
});

test("reports the latency, version and migrations of the database", async () => {
  const health = await readDatabaseHealth(db);
  expect(health.version).toMatch(/^\d+/);
  expect(health.latencyMs).toBeGreaterThan(0);
  expect(health.sizeBytes).toBeGreaterThan(2 ** 20);
  expect(health.migrations.newest).toMatch(/^\d{4}_\w+\.sql$/);
});
