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
    delayedSince: null,
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
  const health = await readEmailHealth(db);
  expect(health).toEqual({
    waiting: 2,
    waitingSince: new Date("2026-11-20T12:00:00Z"),
    delayedSince: health.delayedSince,
    inFlight: 1,
    failed: 1,
    lastSentAt: new Date("2026-11-03T12:00:00Z"),
    unconfirmedThisHour: 0,
  });
});

const minutesAgo = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;

/** Minutes since the longest delayed email could have been sent; undefined if none is delayed. */
async function findDelay(): Promise<number | undefined> {
  const { delayedSince } = await readEmailHealth(db);
  return delayedSince === null ? undefined : Math.round((Date.now() - delayedSince.getTime()) / 60_000);
}

test("email is delayed from the time at which it is due, and a retry from its creation", async () => {
  await sql`insert into letters (kind, recipient, state, created_at, next_try_at)
    values ('k', 'a@example.com', 'waiting', ${minutesAgo(50)}, now() + interval '10 minutes')`.execute(db);
  expect(await findDelay()).toBeUndefined();
  await sql`update letters set next_try_at = ${minutesAgo(20)}`.execute(db);
  expect(await findDelay()).toBe(20);
  await sql`update letters set attempts = 1, next_try_at = now() + interval '10 minutes'`.execute(db);
  expect(await findDelay()).toBe(50);
});

test("email to an unconfirmed mailbox is not delayed while a limit of its group is reached", async () => {
  const hour = sql`date_bin('1 hour', now(), timestamptz 'epoch')`;
  await sql`insert into letters
      (kind, recipient, state, created_at, next_try_at, is_unconfirmed, has_form_token, sender_message_number)
    values ('k', 'a@example.com', 'waiting', ${minutesAgo(200)}, ${minutesAgo(200)}, true, false, 1)`.execute(
    db,
  );
  // The budgets begin again with each hour.
  const minutesOfHour = Math.round((Date.now() % 3_600_000) / 60_000);
  expect(await findDelay()).toBe(minutesOfHour);
  await sql`insert into rate_limits (key, window_start, count)
    values ('unconfirmed-messages-without-token', ${hour}, 1000)`.execute(db);
  expect(await findDelay()).toBeUndefined();
  await sql`update letters set has_form_token = true`.execute(db);
  expect(await findDelay()).toBe(minutesOfHour);
});

test("reports the latency, version and migrations of the database", async () => {
  const health = await readDatabaseHealth(db);
  expect(health.version).toMatch(/^\d+/);
  expect(health.latencyMs).toBeGreaterThan(0);
  expect(health.sizeBytes).toBeGreaterThan(2 ** 20);
  expect(health.migrations.newest).toMatch(/^\d{4}_\w+\.sql$/);
});
