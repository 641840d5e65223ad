import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool, openQueries } from "#app/data/connection/open-pool.server.ts";
import { checkClocks, storeCheck } from "#app/data/maintenance/check-clocks.server.ts";
import { deleteExpiredAccounts } from "#app/identity/account-management/delete-expired-accounts.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { aSignup } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { deleteExpired } from "./retention.server.ts";

const { db, pool } = testDatabase();
const deps = { db, outbox: createOutbox(() => undefined), persons: auditDeps.persons, log: silentLog };
const minuteMs = 60_000;
const dayMs = 86_400_000;
const builtAt = new Date(Date.now() - 10 * dayMs);
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

beforeAll(() =>
  pool.query(`
    create schema if not exists shifted_clock;
    create or replace function shifted_clock.clock_timestamp() returns timestamptz language sql volatile as $$
      select pg_catalog.clock_timestamp() + current_setting('shifted_clock.days')::int * interval '1 day'
    $$`),
);
afterAll(() => pool.query("drop schema shifted_clock cascade"));

/** Runs on a machine whose clock, and therefore that of the embedded database, shows another day. */
async function withShifted<Result>(
  days: number,
  run: (shifted: typeof db) => Promise<Result>,
): Promise<Result> {
  const { connectionString } = pool.options;
  const options = `-c shifted_clock.days=${days} -c search_path=shifted_clock,pg_catalog,public`;
  const shifted = openPool({ connectionString, options }, silentLog);
  try {
    return await run(openQueries(shifted));
  } finally {
    await shifted.end();
  }
}

function checkShifted(days: number): Promise<string> {
  return withShifted(days, async (shifted) => {
    const checked = await checkClocks({ db: shifted, clock: { now: () => daysFromNow(days) }, builtAt });
    return checked.ok ? "accepted" : checked.problem.kind;
  });
}

/** Stores one row of everything that is deleted by age. */
async function storeRows(at: Date, mark: string, into = db): Promise<void> {
  const email = `${mark}@example.com`;
  const leadId = await storedLeads(into).storeAssessment({ name: mark, email, at: at.toISOString() });
  const receipt = { form: null, basis: "staff", byEmail: true, byPhone: false, optsOut: false } as const;
  const noPage = { wordingVersion: null, pageVersion: null };
  await into
    .insertInto("consentReceipts")
    .values([
      {
        ...receipt,
        ...noPage,
        leadId,
        form: "assessment",
        email: null,
        basis: "none-given",
        byEmail: false,
        givenAt: at,
        recordedBy: null,
      },
      { ...receipt, ...noPage, leadId: null, email, givenAt: at, recordedBy: "shell" },
    ])
    .execute();
  await into
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ email: `signup-${email}`, createdAt: at, stateSince: at }))
    .execute();
  await into
    .insertInto("letters")
    .values({ kind: "test", recipient: email, state: "sent", createdAt: at, settledAt: at })
    .execute();
  const visit = {
    firstName: "Anonymous",
    lastName: "Visitor",
    email: "visit@visitors.invalid",
    source: "Direct",
  };
  const { id: visitId } = await into
    .insertInto("visitors")
    .values({ ...visit, createdAt: at, trafficClass: "person" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await into
    .insertInto("trackingEvents")
    .values({ id: randomUUID(), visitId, eventType: "page_view", url: "/", timestamp: at })
    .execute();
  await into
    .insertInto("quarantinedSubmissions")
    .values({
      form: "assessment",
      reason: "honeypot",
      receivedAt: at,
      input: {},
      sender: {},
      fingerprint: mark,
    })
    .execute();
  await into.insertInto("spentTokens").values({ token: mark, fingerprint: mark, spentAt: at }).execute();
  await into.insertInto("rateLimits").values({ key: mark, windowStart: at, count: 1 }).execute();
  await sql`insert into staff_users (id, name, email, email_verified, role, created_at, updated_at)
    values (${mark}, 'Pending', ${`pending-${email}`}, false, 'pending', ${at}, ${at})`.execute(into);
  await sql`insert into staff_links (kind, email, user_id, created_at, expires_at)
    values ('confirm', ${`pending-${email}`}, ${mark}, ${at}, ${new Date(at.getTime() + 7 * dayMs)})`.execute(
    into,
  );
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(`
    select (select count(*) from pre_loi_assessments) as assessments, (select count(*) from linkedin_live_signups) as sign_ups,
      (select count(*) from consent_receipts) as receipts, (select count(*) from letters) as letters,
      (select count(*) from visitors) as visits, (select count(*) from tracking_events) as events,
      (select count(*) from quarantined_submissions) as quarantined, (select count(*) from spent_tokens) as tokens,
      (select count(*) from rate_limits) as limits, (select count(*) from staff_users) as accounts,
      (select count(*) from staff_links) as links`);
  return rows[0] ?? {};
}

async function deleteByAge(now: Date): Promise<void> {
  await deleteExpired(deps, now);
  await deleteExpiredAccounts(db, now);
}

async function acceptCorrectedClock(): Promise<Date> {
  const checked = await checkClocks({ db, clock: systemClock, builtAt });
  if (!checked.ok) throw new Error(checked.problem.kind);
  return checked.now;
}

const allRows = (rows: number) => ({
  assessments: rows,
  sign_ups: rows,
  receipts: 2 * rows,
  letters: rows,
  visits: rows,
  events: rows,
  quarantined: rows,
  tokens: rows,
  limits: rows,
  accounts: rows,
  links: rows,
});

describe.each([
  [2_600, "before-build"],
  [91, "before-build"],
])("a clock that was %i days behind", (days, problem) => {
  test("rows stored meanwhile are kept for the full period after the correction", async () => {
    await storeCheck(db, daysFromNow(0));
    expect(await checkShifted(-days)).toBe(problem);
    // The clock was wrong for a while before the first check, and after the last one.
    await storeRows(new Date(Date.now() - days * dayMs - 50 * minuteMs), "before-check");
    await storeRows(new Date(Date.now() - days * dayMs + 50 * minuteMs), "after-check");

    const correctedAt = await acceptCorrectedClock();
    await deleteByAge(correctedAt);
    expect(await counts()).toEqual(allRows(2));
    const after = (age: number) => deleteByAge(new Date(correctedAt.getTime() + age * dayMs));
    await after(0.9);
    expect(await counts()).toEqual(allRows(2));
    await after(29);
    expect(await counts()).toEqual({ ...allRows(2), tokens: 0, limits: 0 });
    await after(89);
    expect(await counts()).toMatchObject({ quarantined: 2, accounts: 0, links: 0 });
    await after(91);
    expect(await counts()).toMatchObject({ quarantined: 0, visits: 2, events: 2, assessments: 2 });
    await after(390);
    expect(await counts()).toMatchObject({ visits: 2, events: 2 });
    await after(400);
    expect(await counts()).toMatchObject({ visits: 0, events: 0, assessments: 2, sign_ups: 2, receipts: 4 });
    await after(6 * 365);
    expect(await counts()).toMatchObject({ assessments: 2, sign_ups: 2, receipts: 4, letters: 2 });
    await after(6 * 366);
    expect(await counts()).toEqual(allRows(0));
  });
});

test("rows with dates outside the refused period are deleted as before", async () => {
  await storeCheck(db, daysFromNow(0));
  expect(await checkShifted(-2_600)).toBe("before-build");
  await storeRows(daysFromNow(-2_602), "older");
  await storeRows(daysFromNow(-2_598), "younger");
  await deleteByAge(await acceptCorrectedClock());
  expect(await counts()).toEqual(allRows(0));
});

describe.each([2_600, 400, 91])("a clock that was %i days behind between two checks", (days) => {
  test("rows stored meanwhile are kept after the next check", async () => {
    await storeCheck(db, daysFromNow(0));
    await withShifted(-days, (shifted) => storeRows(daysFromNow(-days), "glitch", shifted));
    const acceptedAt = await acceptCorrectedClock();
    await deleteByAge(acceptedAt);
    expect(await counts()).toEqual(allRows(1));
    await deleteByAge(new Date(acceptedAt.getTime() + 6 * 366 * dayMs));
    expect(await counts()).toEqual(allRows(0));
  });

  test.each<[string, (shifted: typeof db) => Promise<unknown>]>([
    [
      "an assessment",
      (shifted) => storedLeads(shifted).storeAssessment({ name: "A", email: "a@example.com" }),
    ],
    [
      "a changed sign-up",
      (shifted) => shifted.updateTable("linkedinLiveSignups").set({ stateSince: new Date() }).execute(),
    ],
    ["a sent email", (shifted) => shifted.updateTable("letters").set({ settledAt: new Date() }).execute()],
    [
      "a visit",
      (shifted) =>
        sql`insert into visitors (first_name, last_name, email, source, traffic_class)
        values ('Anonymous', 'Visitor', 'visit@visitors.invalid', 'Direct', 'person')`.execute(shifted),
    ],
  ])("%s alone records the time", async (_name, write) => {
    await storeCheck(db, daysFromNow(0));
    await withShifted(-days, async (shifted) => {
      await write(shifted);
      await write(shifted);
    });
    const periods = await db.selectFrom("refusedClockPeriods").select("endedAt").execute();
    expect(periods).toEqual([{ endedAt: null }]);
  });
});

test("rows that a plausible clock stores with earlier dates record nothing", async () => {
  await storeCheck(db, daysFromNow(0));
  await storeRows(daysFromNow(-91), "accepted-later");
  expect(await db.selectFrom("refusedClockPeriods").selectAll().execute()).toEqual([]);
});

test("rows of a transaction that is rolled back record nothing", async () => {
  await storeCheck(db, daysFromNow(0));
  await withShifted(-400, (shifted) =>
    shifted.transaction().execute(async (trx) => {
      await storedLeads(trx).storeAssessment({ name: "A", email: "a@example.com" });
      throw new Error("rolled back");
    }),
  ).catch(() => undefined);
  expect(await db.selectFrom("refusedClockPeriods").selectAll().execute()).toEqual([]);
});
