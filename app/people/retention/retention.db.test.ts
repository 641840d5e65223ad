import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Insertable, sql } from "kysely";
import { storeCheck } from "#app/data/maintenance/check-clocks.server.ts";
import type { QuarantinedSubmissionsTable } from "#app/data/schema/quarantined-submissions.ts";
import type { VisitorsTable } from "#app/data/schema/visitors.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { createLog, silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aSignup } from "#tests/kit/an-event.ts";
import { auditDeps, failingFor } from "#tests/kit/audit-deps.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { deleteExpired, startRetention } from "./retention.server.ts";

const { db, pool } = testDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const deps = { db, outbox: createOutbox(() => undefined), persons: auditDeps.persons, log: silentLog };
const deleteRows = async () => (await deleteExpired(deps, now)).removed;
const nothing = {
  people: 0,
  visits: 0,
  events: 0,
  quarantinedSubmissions: 0,
  confirmationEmails: 0,
  otherEmails: 0,
  undeliverableAddresses: 0,
  unmatchedBookings: 0,
  merges: 0,
  deliveries: 0,
  spentTokens: 0,
  rateLimits: 0,
};

/** Exactly thirteen months before now. */
const thirteenMonthsAgo = new Date("2025-10-21T12:00:00Z");
const justLonger = new Date(thirteenMonthsAgo.getTime() - 1);

async function aVisit(overrides: Partial<Insertable<VisitorsTable>> = {}, events = 0): Promise<string> {
  const { id } = await db
    .insertInto("visitors")
    .values({
      firstName: "Anonymous",
      lastName: "Visitor",
      email: "visit@visitors.invalid",
      source: "Direct",
      ipAddress: null,
      userAgent: null,
      createdAt: justLonger,
      browserKey: null,
      leadId: null,
      visitId: null,
      firstTouch: null,
      lastTouch: null,
      trafficClass: "person",
      classReason: null,
      ...overrides,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let index = 0; index < events; index += 1) {
    await db
      .insertInto("trackingEvents")
      .values({ id: randomUUID(), visitId: id, eventType: "page_view", url: "/", timestamp: justLonger })
      .execute();
  }
  return id;
}

async function manyVisits(count: number, createdAt = justLonger): Promise<void> {
  await pool.query(
    `insert into visitors (first_name, last_name, email, source, created_at, traffic_class)
    select 'Anonymous', 'Visitor', 'visit@visitors.invalid', 'Direct', $2, 'person' from generate_series(1, $1)`,
    [count, createdAt],
  );
  // As autovacuum does elsewhere. Otherwise, the plan for an empty table would be used.
  await pool.query("analyze visitors");
}

function aQuarantinedSubmission(
  receivedAt: Date,
  fingerprint: string,
): Insertable<QuarantinedSubmissionsTable> {
  const nothingElse = { resultKey: null, releasedAt: null, leadId: null };
  return {
    form: "assessment",
    reason: "honeypot",
    receivedAt,
    input: {},
    sender: {},
    fingerprint,
    ...nothingElse,
  };
}

function logLines() {
  const lines: string[] = [];
  return { lines, log: createLog({ level: "info", write: (line) => lines.push(line) }) };
}

const visitIds = async () =>
  new Set((await db.selectFrom("visitors").select("id").execute()).map(({ id }) => id));
const eventCount = async () => (await db.selectFrom("trackingEvents").select("id").execute()).length;

it("an anonymous visit is deleted after thirteen months, with its events, and not before", async () => {
  await aVisit({}, 3);
  const younger = await aVisit({ createdAt: thirteenMonthsAgo }, 1);
  expect(await deleteRows()).toEqual({ ...nothing, visits: 1, events: 3 });
  expect(await visitIds()).toEqual(new Set([younger]));
  expect(await eventCount()).toBe(1);
  expect(await deleteRows()).toEqual(nothing);
});

it("the visit in which a form was sent is kept as long as the lead, as are others of its browser", async () => {
  const browserKey = randomUUID();
  const ofTheForm = await aVisit({}, 1);
  const ofTheBrowser = await aVisit({ browserKey }, 1);
  const ofAnotherBrowser = await aVisit({ browserKey: randomUUID() }, 1);
  const identified = await aVisit({ leadId: randomUUID(), visitId: ofTheForm, browserKey });
  expect(await deleteRows()).toMatchObject({ visits: 1, events: 1 });
  expect(await visitIds()).toEqual(new Set([ofTheForm, ofTheBrowser, identified]));
  expect(await visitIds()).not.toContain(ofAnotherBrowser);

  // The lead and the rows of its form are deleted.
  await db.deleteFrom("visitors").where("id", "=", identified).execute();
  expect(await deleteRows()).toMatchObject({ visits: 2, events: 2 });
});

it("the events of a busy visit are deleted in several statements, and the visit with the last of them", async () => {
  const busy = await aVisit({ createdAt: new Date(justLonger.getTime() - 1) });
  await pool.query(
    `insert into tracking_events (id, visit_id, event_type, url, timestamp)
    select gen_random_uuid(), $1, 'page_view', '/', now() from generate_series(1, 5001)`,
    [busy],
  );
  expect(await deleteRows()).toEqual({ ...nothing, visits: 1, events: 5_001 });
  expect(await visitIds()).toEqual(new Set());
});

it("a run deletes at most 5 percent of a table, or 100 rows if that is more, and the next run continues", async () => {
  await manyVisits(250);
  expect(await deleteRows()).toEqual({ ...nothing, visits: 100 });
  expect(await deleteRows()).toEqual({ ...nothing, visits: 100 });
  expect(await deleteRows()).toEqual({ ...nothing, visits: 50 });
  await manyVisits(12_000);
  expect(await deleteRows()).toEqual({ ...nothing, visits: 600 });
});

it("removes the names of sources that neither people nor visits have, except the usual channels", async () => {
  const name = (kind: "channel" | "campaign", spelling: string) => ({
    kind,
    spelling,
    key: spelling,
    name: spelling,
  });
  await db
    .insertInto("sourceNames")
    .values([name("channel", "google"), name("campaign", "left"), name("campaign", "used")])
    .execute();
  await takeAssessment(db, aPerson("ada"));
  await sql`update people set first_campaign = 'used'`.execute(db);
  await deleteRows();
  const stored = await db.selectFrom("sourceNames").select("spelling").orderBy("spelling").execute();
  // The form of Ada has a channel with her name.
  expect(stored.map(({ spelling }) => spelling)).toEqual(["ada", "google", "used"]);
});

describe("a wrong clock", () => {
  const dayMs = 86_400_000;
  const hour = new Date(Date.now() - 3_600_000);

  /** Reproduces the reported case: visits and quarantined submissions of recent months. */
  beforeEach(async () => {
    await manyVisits(6_197, new Date(Date.now() - 30 * dayMs));
    await db
      .insertInto("quarantinedSubmissions")
      .values(aQuarantinedSubmission(new Date(Date.now() - 10 * dayMs), "held"))
      .execute();
    await storeCheck(db, hour);
  });

  it.each([
    ["of the server, 500 days ahead", 500, 0],
    ["of the server, a day behind", -1, 0],
    // A last check 500 days ago is indistinguishable from clocks that are 500 days ahead.
    ["of an embedded database, so that both are 500 days ahead", 0, 500],
  ])("%s, deletes nothing, and is logged and shown", async (_, serverDays, gapDays) => {
    if (gapDays > 0) {
      await storeCheck(db, new Date(Date.now() - gapDays * dayMs));
      await db
        .updateTable("visitors")
        .set({ createdAt: new Date(Date.now() - (gapDays + 30) * dayMs) })
        .execute();
      await db
        .updateTable("quarantinedSubmissions")
        .set({ receivedAt: new Date(Date.now() - (gapDays + 10) * dayMs) })
        .execute();
    }
    const clock = { now: () => new Date(Date.now() + serverDays * dayMs) };
    const { lines, log } = logLines();
    const retention = startRetention({ ...deps, clock, builtAt: undefined, log });
    await until("a log entry", () => lines.length > 0);
    await retention.stop();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: "error",
      event: "retention.clock_refused",
      job: "retention",
    });
    expect(retention.health().clockProblem).toBeDefined();
    expect((await visitIds()).size).toBe(6_197);
    expect(await db.selectFrom("quarantinedSubmissions").select("fingerprint").execute()).toHaveLength(1);
  });
});

it("quarantined submissions are kept ninety days since they were received or confirmed, used tokens seven, rate-limit counts one", async () => {
  const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms);
  for (const [index, receivedAt] of [daysAgo(90), daysAgo(90, 1)].entries()) {
    await db
      .insertInto("quarantinedSubmissions")
      .values(aQuarantinedSubmission(receivedAt, `${index}`))
      .execute();
  }
  const confirmed = { ...aQuarantinedSubmission(daysAgo(120), "confirmed"), mailboxConfirmedAt: daysAgo(90) };
  await db.insertInto("quarantinedSubmissions").values(confirmed).execute();
  await db
    .insertInto("spentTokens")
    .values([
      { token: "young", fingerprint: "a", spentAt: daysAgo(7) },
      { token: "old", fingerprint: "b", spentAt: daysAgo(7, 1) },
    ])
    .execute();
  await db
    .insertInto("rateLimits")
    .values([
      { key: "young", windowStart: daysAgo(1), count: 1 },
      { key: "old", windowStart: daysAgo(1, 1), count: 1 },
    ])
    .execute();
  const one = { quarantinedSubmissions: 1, spentTokens: 1, rateLimits: 1 };
  expect(await deleteRows()).toEqual({ ...nothing, ...one });
  expect(await db.selectFrom("quarantinedSubmissions").select("fingerprint").execute()).toEqual([
    { fingerprint: "0" },
    { fingerprint: "confirmed" },
  ]);
  expect(await db.selectFrom("spentTokens").select("token").execute()).toEqual([{ token: "young" }]);
  expect(await db.selectFrom("rateLimits").select("key").execute()).toEqual([{ key: "young" }]);
});

it("marks of undeliverable addresses are kept ninety days, or as long as a form with the address", async () => {
  const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms);
  await db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ email: "lead@example.com" }))
    .execute();
  await db
    .insertInto("undeliverableAddresses")
    .values(
      [
        { email: "young@example.com", since: daysAgo(90) },
        { email: "old@example.com", since: daysAgo(90, 1) },
        { email: "lead@example.com", since: daysAgo(300) },
      ].map((mark) => ({ ...mark, status: "5.1.1", reply: "No such user" })),
    )
    .execute();
  expect(await deleteRows()).toEqual({ ...nothing, undeliverableAddresses: 1 });
  const left = await db.selectFrom("undeliverableAddresses").select("email").orderBy("email").execute();
  expect(left.map(({ email }) => email)).toEqual(["lead@example.com", "young@example.com"]);
});

describe("emails without a lead", () => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const sevenYears = 7 * 365;
  const anEmail = async (given: { recipient: string; days: number; kind?: string; about?: string }) => {
    const { recipient, days, kind = "next-date", about = null } = given;
    await db
      .insertInto("letters")
      .values({
        kind,
        recipient,
        subject: "Subject",
        bodyText: "Text",
        bodyHtml: null,
        about,
        once: randomUUID(),
        state: "sent",
        createdAt: daysAgo(days),
        settledAt: daysAgo(days),
        lastReply: null,
        notAfter: null,
        claim: null,
        claimedUntil: null,
        summaryId: null,
      })
      .execute();
  };
  const recipients = async () => {
    const rows = await db.selectFrom("letters").select("recipient").orderBy("recipient").execute();
    return rows.map(({ recipient }) => recipient);
  };

  it("that asked to confirm a form are deleted with the form, or after ninety days", async () => {
    const [gone, current] = await db
      .insertInto("quarantinedSubmissions")
      .values([aQuarantinedSubmission(daysAgo(91), "gone"), aQuarantinedSubmission(daysAgo(89), "current")])
      .returning("id")
      .execute();
    const kind = "confirm-submission";
    // A repeat of the form on a later day sent another email.
    await anEmail({ recipient: "gone@example.com", days: 20, kind, about: gone?.id ?? "" });
    await anEmail({ recipient: "current@example.com", days: 89, kind, about: current?.id ?? "" });
    // Earlier releases kept the email when its form was deleted.
    await anEmail({ recipient: "old@example.com", days: 91, kind, about: randomUUID() });
    expect(await deleteRows()).toEqual({
      ...nothing,
      quarantinedSubmissions: 1,
      confirmationEmails: 2,
    });
    expect(await recipients()).toEqual(["current@example.com"]);
  });

  it("are deleted after six years, unless the address has a lead or an account", async () => {
    const days = sevenYears;
    await anEmail({ recipient: "nobody@example.com", days });
    await anEmail({ recipient: "nobody-yet@example.com", days: 5 * 365 });
    await anEmail({ recipient: "requested@example.com", days, kind: "account-confirm" });
    await anEmail({ recipient: "ruth@example.com", days, kind: "account-confirm" });
    await anEmail({ recipient: "lead@example.com", days });
    const account = { id: "1", name: "Ruth", emailVerified: true, image: null, roleEndsAt: null };
    await db
      .insertInto("staffUsers")
      .values({ ...account, email: "ruth@example.com", role: "owner" })
      .execute();
    const lead = await storedLeads(db).storeAssessment({ name: "Ada", email: "lead@example.com" });
    await anEmail({ recipient: "firm@example.com", days, kind: "new-assessment", about: lead });
    await anEmail({ recipient: "hourly@example.com", days, kind: "submission-summary" });
    expect(await deleteRows()).toEqual({ ...nothing, otherEmails: 3 });
    expect(await recipients()).toEqual([
      "firm@example.com",
      "lead@example.com",
      "nobody-yet@example.com",
      "ruth@example.com",
    ]);
  });
});

it("concurrent runs delete everything once", async () => {
  for (let index = 0; index < 60; index += 1) await aVisit({}, 1);
  const all = await Promise.all([1, 2, 3, 4].map(() => deleteRows()));
  expect(all.reduce((sum, { visits }) => sum + visits, 0)).toBe(60);
  expect(all.reduce((sum, { events }) => sum + events, 0)).toBe(60);
});

it("skips the run while another process is running", async () => {
  await aVisit();
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('retention', 0))`.execute(trx);
    expect(await deleteRows()).toEqual(nothing);
  });
  expect(await deleteRows()).toMatchObject({ visits: 1 });
});

it("runs immediately at the start and logs the number of deleted rows", async () => {
  await aVisit();
  const { lines, log } = logLines();
  await storeCheck(db, new Date());
  const retention = startRetention({ ...deps, clock: systemClock, builtAt: undefined, log });
  await until("a log entry", () => lines.length > 0);
  await retention.stop();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    event: "retention.deleted",
    ...nothing,
    visits: 1,
  });
});

it("reports an erasure that failed, and still deletes the data of other people", async () => {
  for (const name of ["ada", "bea"]) await takeAssessment(db, aPerson(name));
  const longAgo = new Date("2015-01-01T00:00:00Z");
  await db.updateTable("preLoiAssessments").set({ createdAt: longAgo }).execute();
  await db.updateTable("consentReceipts").set({ givenAt: longAgo }).execute();
  await db.deleteFrom("letters").execute();
  const { lines, log } = logLines();
  await storeCheck(db, new Date());
  const persons = failingFor(aPerson("ada").email);
  const retention = startRetention({ ...deps, persons, clock: systemClock, builtAt: undefined, log });
  await until("the end of the run", () => lines.length === 3);
  await retention.stop();
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { event: "retention.erasure_failed" },
    { event: "retention.deleted", people: 1 },
    { event: "retention.failed", failedErasures: 1 },
  ]);
  expect(retention.health()).toMatchObject({ lastRun: { removed: 1 }, isFailing: true });
});
