import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import type { attemptLimits } from "#app/platform/limits.ts";
import { silentLog, type LogFields } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createCollector } from "./collector.server.ts";
import type { NewEvent } from "./store-events.server.ts";
import type { AnonymousVisit } from "./store-visits.server.ts";

const { db, pool } = testDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const here = "203.0.113.77";
const { limitKey } = createSpamCheckKeys(
  createKeyRing(["a secret for tests, longer than thirty-two characters"]),
);

function aCollector(at = now) {
  const warnings: LogFields[] = [];
  const log = { ...silentLog, warn: (_event: string, fields: LogFields = {}) => warnings.push(fields) };
  return {
    collector: createCollector({ db, clock: { now: () => at }, log, limitKey }),
    warnings,
  };
}

const aVisit = (changes: Partial<AnonymousVisit> = {}): AnonymousVisit => ({
  id: randomUUID(),
  at: now,
  source: "Direct",
  ipAddress: here,
  userAgent: "Firefox",
  browserKey: randomUUID(),
  touch: null,
  trafficClass: "person",
  classReason: null,
  ...changes,
});

const anEvent = (changes: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  eventType: "page_view",
  url: "/faqs",
  timestamp: now,
  percentage: null,
  idleTime: null,
  timeOnPage: null,
  target: null,
  touch: null,
  ...changes,
});

const visits = () => db.selectFrom("visitors").selectAll().orderBy("id").execute();
const events = () => db.selectFrom("trackingEvents").selectAll().orderBy("id").execute();
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** A network address for each index. */
const address = (index: number): string => `198.18.${Math.floor(index / 256)}.${index % 256}`;

describe("a visit", () => {
  it("is stored with the specified name and a generated email", async () => {
    const touch = {
      at: now.toISOString(),
      landingPage: "/faqs",
      referrer: 'https://news.example/"{,}\\',
      campaign: { source: "NULL" },
      clickId: null,
    };
    const visit = aVisit({
      touch,
      userAgent: null,
      source: "NULL",
      trafficClass: "machine",
      classReason: "a, {b}",
    });
    expect(await aCollector().collector.recordVisit(visit, here)).toBe("stored");
    expect(await visits()).toEqual([
      {
        id: visit.id,
        firstName: "Anonymous",
        lastName: "Visitor",
        email: `visit-${visit.id}@visitors.invalid`,
        source: "NULL",
        ipAddress: here,
        userAgent: null,
        createdAt: now,
        browserKey: visit.browserKey,
        leadId: null,
        visitId: null,
        firstTouch: null,
        lastTouch: touch,
        trafficClass: "machine",
        classReason: "a, {b}",
        searchable: null,
      },
    ]);
  });

  it("that is sent twice, concurrently or later, is stored once and unchanged", async () => {
    const { collector } = aCollector();
    const visit = aVisit();
    const again = aVisit({ id: visit.id, source: "another" });
    const recorded = await Promise.all([visit, again].map((item) => collector.recordVisit(item, here)));
    expect(recorded).toEqual(["stored", "stored"]);
    expect(await collector.recordVisit(again, here)).toBe("stored");
    expect(await visits()).toMatchObject([{ id: visit.id, source: "Direct" }]);
  });

  it("among concurrent ones is committed before it is acknowledged", async () => {
    const { collector } = aCollector();
    const recorded = await Promise.all(
      times(700, async (index) => {
        const visit = aVisit();
        const outcome = await collector.recordVisit(visit, address(index));
        const found = await pool.query("select 1 from visitors where id = $1", [visit.id]);
        return { outcome, rows: found.rowCount };
      }),
    );
    expect(new Set(recorded.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ outcome: "stored", rows: 1 })]),
    );
  });

  it("that the database rejects does not affect others, and its reason is counted", async () => {
    const { collector, warnings } = aCollector();
    const items = times(9, (index) => aVisit(index === 4 ? { source: "x".repeat(501) } : {}));
    const recorded = await Promise.all(items.map((item) => collector.recordVisit(item, here)));
    expect(recorded.filter((outcome) => outcome === "stored")).toHaveLength(8);
    expect(recorded[4]).toBe("rejected");
    expect(await visits()).toHaveLength(8);
    await collector.stop();
    expect(warnings).toEqual([{ "database error, code 23514": 1 }]);
  });

  it("is rejected if too many are waiting, and the others are stored", async () => {
    const { collector, warnings } = aCollector();
    const recorded = await Promise.all(
      times(2_100, (index) => collector.recordVisit(aVisit(), address(index))),
    );
    expect(recorded.filter((outcome) => outcome === "unavailable")).toHaveLength(100);
    expect(await visits()).toHaveLength(2_000);
    await collector.stop();
    expect(warnings).toEqual([{ "too many waiting": 100 }]);
  });

  it("is stored before shutdown", async () => {
    const { collector } = aCollector();
    const recorded = times(300, (index) => collector.recordVisit(aVisit(), address(index)));
    await collector.stop();
    expect(await visits()).toHaveLength(300);
    expect(new Set(await Promise.all(recorded))).toEqual(new Set(["stored"]));
  });
});

describe("a visit of a browser that opts out of tracking", () => {
  it("only increments the total of its day", async () => {
    const { collector } = aCollector();
    const person = { day: "2026-11-21", trafficClass: "person" } as const;
    await Promise.all(times(30, () => collector.countVisit(person, here)));
    await collector.countVisit({ day: "2026-11-21", trafficClass: "machine" }, here);
    await collector.countVisit({ day: "2026-11-22", trafficClass: "person" }, here);
    const totals = await db
      .selectFrom("visitTotals")
      .selectAll()
      .orderBy("day")
      .orderBy("trafficClass")
      .execute();
    expect(totals).toEqual([
      { day: "2026-11-21", trafficClass: "machine", visits: 1 },
      { day: "2026-11-21", trafficClass: "person", visits: 30 },
      { day: "2026-11-22", trafficClass: "person", visits: 1 },
    ]);
    expect(await visits()).toEqual([]);
  });
});

describe("events", () => {
  it("are stored once for any number of resends", async () => {
    const { collector } = aCollector();
    const visit = aVisit();
    await collector.recordVisit(visit, here);
    const sent = times(10, (index) => anEvent({ percentage: index, target: `t${index}` }));
    const batches = [sent, sent.slice(5), [...sent.slice(0, 5), ...sent.slice(0, 5)]];
    const recorded = await Promise.all(
      batches.map((batch) => collector.recordEvents({ visitId: visit.id, events: batch }, here)),
    );
    expect(recorded).toEqual(["stored", "stored", "stored"]);
    const rows = await events();
    expect(rows).toEqual(
      sent
        .map((event) => ({ ...event, visitId: visit.id }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    );
  });

  it("of a missing or identified visit are not stored, and others are", async () => {
    const { collector, warnings } = aCollector();
    const visit = aVisit();
    await collector.recordVisit(visit, here);
    const identified = randomUUID();
    await db
      .insertInto("visitors")
      .values({
        id: identified,
        firstName: "Thomas",
        lastName: "Avery",
        email: "t.avery@example.com",
        leadId: randomUUID(),
        trafficClass: "person",
      })
      .execute();
    const recorded = await Promise.all(
      [randomUUID(), visit.id, identified].map((visitId) =>
        collector.recordEvents({ visitId, events: [anEvent()] }, here),
      ),
    );
    expect(recorded).toEqual(["rejected", "stored", "rejected"]);
    expect((await events()).map(({ visitId }) => visitId)).toEqual([visit.id]);
    await collector.stop();
    expect(warnings).toEqual([{ "no such visit": 2 }]);
  });

  it("with an invalid one do not affect other requests", async () => {
    const { collector } = aCollector();
    const visit = aVisit();
    await collector.recordVisit(visit, here);
    const recorded = await Promise.all(
      times(5, (index) =>
        collector.recordEvents(
          { visitId: visit.id, events: [anEvent({ percentage: index === 2 ? 101 : 50 })] },
          here,
        ),
      ),
    );
    expect(recorded).toEqual(["stored", "stored", "rejected", "stored", "stored"]);
  });
});

describe("the limits", () => {
  it("accept 120 visits per address in ten minutes, one by one or concurrently", async () => {
    const { collector } = aCollector();
    for (let sent = 0; sent < 20; sent += 1) await collector.recordVisit(aVisit(), here);
    const recorded = await Promise.all(times(130, () => collector.recordVisit(aVisit(), here)));
    expect(recorded.filter((outcome) => outcome === "stored")).toHaveLength(100);
    expect(recorded.filter((outcome) => outcome === "too-many")).toHaveLength(30);
    expect(await visits()).toHaveLength(120);
    expect(await collector.recordVisit(aVisit(), "203.0.113.78")).toBe("stored");
  });

  it("reset after ten minutes and apply to all processes together", async () => {
    await Promise.all(times(120, () => aCollector().collector.recordVisit(aVisit(), here)));
    const other = aCollector().collector;
    expect(await other.recordVisit(aVisit(), here)).toBe("too-many");
    expect(await other.countVisit({ day: "2026-11-21", trafficClass: "person" }, here)).toBe("too-many");
    const later = aCollector(new Date(now.getTime() + 600_000)).collector;
    expect(await later.recordVisit(aVisit(), here)).toBe("stored");
  });

  it("count an IPv6 network as one address and store only digests", async () => {
    const { collector } = aCollector();
    const recorded = await Promise.all(
      times(125, (index) => collector.recordVisit(aVisit(), `2001:db8:1:2::${index.toString(16)}`)),
    );
    expect(recorded.filter((outcome) => outcome === "too-many")).toHaveLength(5);
    const limits = await db.selectFrom("rateLimits").selectAll().execute();
    // One key each for ten minutes, the day, the /48, the /32 and the site.
    expect(new Set(limits.map((row) => row.count))).toEqual(new Set([120, 125]));
    expect(limits).toHaveLength(5);
    expect(JSON.stringify(limits)).not.toContain("2001:db8");
  });

  it("count events and visits separately", async () => {
    const { collector } = aCollector();
    const ids = times(13, () => randomUUID());
    await Promise.all(ids.map((id) => collector.recordVisit(aVisit({ id }), here)));
    let sent = 0;
    const send = (count: number) => {
      sent += 1;
      const visitId = ids[Math.floor(sent / 10)] ?? "";
      return collector.recordEvents({ visitId, events: times(count, () => anEvent()) }, here);
    };
    for (let request = 0; request < 119; request += 1) await send(50);
    expect(await send(51)).toBe("too-many");
    expect(await collector.recordVisit(aVisit(), here)).toBe("stored");
    expect(await events()).toHaveLength(5_950);
  });

  it("accept 1,000 visits and 10,000 events per address and day, and more on the next day", async () => {
    const later = (windows: number) => aCollector(new Date(now.getTime() + windows * 600_000)).collector;
    await fill("visitsByAddressDaily", 999);
    await fill("trackingEventsByAddressDaily", 9_999);
    const visit = aVisit();
    expect(await later(0).recordVisit(visit, here)).toBe("stored");
    const send = (windows: number) =>
      later(windows).recordEvents({ visitId: visit.id, events: [anEvent()] }, here);
    expect(await send(0)).toBe("stored");
    expect([await later(1).recordVisit(aVisit(), here), await send(1)]).toEqual(["too-many", "too-many"]);
    expect([await later(144).recordVisit(aVisit(), here), await send(144)]).toEqual(["stored", "stored"]);
  });

  it("per day apply to any number of addresses, and no address is counted beyond them", async () => {
    const { collector } = aCollector();
    const visit = aVisit();
    await collector.recordVisit(visit, here);
    await db.deleteFrom("rateLimits").execute();
    await fill("visitsBySiteDaily", 200_000);
    await fill("trackingEventsBySiteDaily", 500_000);
    const recorded = await Promise.all(
      times(50, async (index) => [
        await collector.recordVisit(aVisit(), `2001:db8:${index}::1`),
        await collector.recordEvents({ visitId: visit.id, events: [anEvent()] }, `2001:db8:${index}::1`),
      ]),
    );
    expect(new Set(recorded.flat())).toEqual(new Set(["too-many"]));
    expect(await visits()).toHaveLength(1);
    expect(await db.selectFrom("rateLimits").selectAll().execute()).toHaveLength(2);
  });

  it("of the site count stored entries, and a request for an unknown visit once", async () => {
    const { collector } = aCollector();
    const visit = aVisit();
    await Promise.all(times(130, (index) => collector.recordVisit(index === 0 ? visit : aVisit(), here)));
    await collector.recordEvents({ visitId: visit.id, events: [anEvent(), anEvent()] }, here);
    await collector.recordEvents({ visitId: randomUUID(), events: [anEvent(), anEvent()] }, here);
    const counts = await db
      .selectFrom("rateLimits")
      .select("count")
      .where("key", "in", [limitKey("visitsBySiteDaily"), limitKey("trackingEventsBySiteDaily")])
      .execute();
    expect(new Set(counts.map((row) => row.count))).toEqual(new Set([120, 3]));
  });

  it("allow 500 events per visit, even in one batch", async () => {
    const { collector, warnings } = aCollector();
    const [one, other] = [aVisit(), aVisit()];
    await Promise.all([one, other].map((visit) => collector.recordVisit(visit, here)));
    const send = (visitId: string, number: number) =>
      collector.recordEvents({ visitId, events: times(50, () => anEvent()) }, address(number));
    expect(await send(one.id, 0)).toBe("stored");
    const recorded = await Promise.all(times(12, (number) => send(one.id, number)));
    expect(recorded.filter((outcome) => outcome === "stored")).toHaveLength(9);
    expect(recorded.filter((outcome) => outcome === "visit-full")).toHaveLength(3);
    expect(await send(other.id, 0)).toBe("stored");
    expect(await events()).toHaveLength(550);
    await collector.stop();
    expect(warnings).toEqual([{ "over the limit of a visit": 3 }]);
  });

  /** Sets the stored amount of the current day. */
  async function fill(limit: keyof typeof attemptLimits, amount: number): Promise<void> {
    const isOfSite = limit.includes("BySite");
    const key = isOfSite ? limitKey(limit) : limitKey(limit, here);
    const windowStart = new Date("2026-11-21T00:00:00Z");
    await db.insertInto("rateLimits").values({ key, windowStart, count: amount }).execute();
  }
});
