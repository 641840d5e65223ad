import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type Insertable, sql } from "kysely";
import type { VisitorsTable } from "#app/data/schema/visitors.ts";
import { createLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import { removeOutdated, startRetention } from "./retention.server.ts";

const { db, pool } = testDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const clock = { now: () => now };
const nothing = { visits: 0, events: 0, quarantinedSubmissions: 0, spentTokens: 0, rateLimits: 0 };

/** Thirteen months before now, to the moment. */
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

const visitIds = async () =>
  new Set((await db.selectFrom("visitors").select("id").execute()).map(({ id }) => id));
const eventCount = async () => (await db.selectFrom("trackingEvents").select("id").execute()).length;

it("a visit of nobody known goes after thirteen months, with its events, and no sooner", async () => {
  await aVisit({}, 3);
  const younger = await aVisit({ createdAt: thirteenMonthsAgo }, 1);
  expect(await removeOutdated({ db, clock })).toEqual({ ...nothing, visits: 1, events: 3 });
  expect(await visitIds()).toEqual(new Set([younger]));
  expect(await eventCount()).toBe(1);
  expect(await removeOutdated({ db, clock })).toEqual(nothing);
});

it("the visit in which a form was sent stays as long as the lead, and so do others of its browser", async () => {
  const browserKey = randomUUID();
  const ofTheForm = await aVisit({}, 1);
  const ofTheBrowser = await aVisit({ browserKey }, 1);
  const ofAnotherBrowser = await aVisit({ browserKey: randomUUID() }, 1);
  const identified = await aVisit({ leadId: randomUUID(), visitId: ofTheForm, browserKey });
  expect(await removeOutdated({ db, clock })).toMatchObject({ visits: 1, events: 1 });
  expect(await visitIds()).toEqual(new Set([ofTheForm, ofTheBrowser, identified]));
  expect(await visitIds()).not.toContain(ofAnotherBrowser);

  // The lead went, and what its form made with it.
  await db.deleteFrom("visitors").where("id", "=", identified).execute();
  expect(await removeOutdated({ db, clock })).toMatchObject({ visits: 2, events: 2 });
});

it("more than one statement may remove is removed in several", async () => {
  for (let index = 0; index < 501; index += 1) await aVisit();
  const busy = await aVisit({ createdAt: new Date(justLonger.getTime() - 1) });
  await pool.query(
    `insert into tracking_events (id, visit_id, event_type, url, timestamp)
    select gen_random_uuid(), $1, 'page_view', '/', now() from generate_series(1, 5001)`,
    [busy],
  );
  expect(await removeOutdated({ db, clock })).toEqual({ ...nothing, visits: 502, events: 5_001 });
  expect(await visitIds()).toEqual(new Set());
});

it("held submissions stay ninety days, used tokens seven, counts for limits one", async () => {
  const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms);
  for (const [index, receivedAt] of [daysAgo(90), daysAgo(90, 1)].entries()) {
    await db
      .insertInto("quarantinedSubmissions")
      .values({
        form: "assessment",
        reason: "honeypot",
        receivedAt,
        input: {},
        sender: {},
        fingerprint: `${index}`,
        resultKey: null,
        releasedAt: null,
        leadId: null,
      })
      .execute();
  }
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
  expect(await removeOutdated({ db, clock })).toEqual({ ...nothing, ...one });
  expect(await db.selectFrom("quarantinedSubmissions").select("fingerprint").execute()).toEqual([
    { fingerprint: "0" },
  ]);
  expect(await db.selectFrom("spentTokens").select("token").execute()).toEqual([{ token: "young" }]);
  expect(await db.selectFrom("rateLimits").select("key").execute()).toEqual([{ key: "young" }]);
});

it("several at once remove everything between them, and nothing twice", async () => {
  for (let index = 0; index < 60; index += 1) await aVisit({}, 1);
  const all = await Promise.all([1, 2, 3, 4].map(() => removeOutdated({ db, clock })));
  expect(all.reduce((sum, { visits }) => sum + visits, 0)).toBe(60);
  expect(all.reduce((sum, { events }) => sum + events, 0)).toBe(60);
});

it("leaves it to another process that is at it", async () => {
  await aVisit();
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('retention', 0))`.execute(trx);
    expect(await removeOutdated({ db, clock })).toEqual(nothing);
  });
  expect(await removeOutdated({ db, clock })).toMatchObject({ visits: 1 });
});

it("looks at once when it starts, and tells the log how many rows went", async () => {
  await aVisit();
  const lines: string[] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(line) });
  const retention = startRetention({ db, clock, log });
  await until("the log to be told", () => lines.length > 0);
  await retention.stop();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    event: "what was past its time was removed",
    ...nothing,
    visits: 1,
  });
});
