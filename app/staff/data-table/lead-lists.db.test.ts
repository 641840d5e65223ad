import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { type AssessmentQuery, listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listSignups, type SignupQuery } from "#app/events/lists/list-signups.server.ts";
import {
  listTrackingEvents,
  type TrackingEventQuery,
} from "#app/tracking/lists/list-tracking-events.server.ts";
import { listVisitors, type VisitorQuery } from "#app/tracking/lists/list-visitors.server.ts";

const { db, pool } = testDatabase();
const { storeAssessment, storeEvent, storeSignup, storeTracking, storeVisit } = storedLeads(db);

/** The value by which a test recognizes a row. */
type Read = (page: PageRequest) => Promise<PageOfRows<{ id: string }>>;

describe("assessments", () => {
  const names = async (query: Partial<AssessmentQuery>) => {
    const asked = { sort: "newest", ...query } as const;
    const { rows } = await listAssessments(db, asked).page({ size: 50 });
    expect(await listAssessments(db, asked).count()).toBe(rows.length);
    expect(await collect(listAssessments(db, asked).each())).toEqual(rows);
    return rows.map(({ name }) => name);
  };

  test.each<[AssessmentQuery["sort"], string[]]>([
    ["newest", ["Cleo", "álvaro", "Bo", "Zoe"]],
    ["oldest", ["Zoe", "Bo", "álvaro", "Cleo"]],
    // Of the two rows with score 17, the newer comes first.
    ["highest", ["Cleo", "Zoe", "álvaro", "Bo"]],
    ["lowest", ["Bo", "álvaro", "Zoe", "Cleo"]],
    ["name", ["álvaro", "Bo", "Cleo", "Zoe"]],
  ])("in the order %s", async (sort, expected) => {
    await storeAssessment({ name: "Zoe", score: 17, at: "2026-11-01T12:00:00Z" });
    await storeAssessment({ name: "Bo", score: 9, at: "2026-11-02T12:00:00Z" });
    await storeAssessment({ name: "álvaro", score: 12, at: "2026-11-03T12:00:00Z" });
    await storeAssessment({ name: "Cleo", score: 17, at: "2026-11-04T12:00:00Z" });
    expect(await names({ sort })).toEqual(expected);
  });

  test("are filtered by level, in every order", async () => {
    await storeAssessment({ name: "Early", score: 10 });
    await storeAssessment({ name: "Ready", score: 17 });
    for (const sort of ["newest", "oldest", "highest", "lowest", "name"] as const) {
      expect(await names({ level: "Exit Ready", sort }), sort).toEqual(["Ready"]);
    }
  });

  test("are filtered by whole days in the firm's time zone", async () => {
    await storeAssessment({ name: "Late on the 20th", at: "2026-11-21T05:59:59.999Z" });
    await storeAssessment({ name: "First of the 21st", at: "2026-11-21T06:00:00Z" });
    await storeAssessment({ name: "Last of the 21st", at: "2026-11-22T05:59:59.999Z" });
    await storeAssessment({ name: "First of the 22nd", at: "2026-11-22T06:00:00Z" });
    expect(await names({ from: "2026-11-21", to: "2026-11-21", sort: "oldest" })).toEqual([
      "First of the 21st",
      "Last of the 21st",
    ]);
    expect(await names({ from: "2026-11-22" })).toEqual(["First of the 22nd"]);
    expect(await names({ to: "2026-11-20" })).toEqual(["Late on the 20th"]);
    expect(await names({ from: "2026-11-22", to: "2026-11-21" })).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["jose", ["José Núñez"]],
    ["NÚÑEZ josé", ["José Núñez"]],
    ["jose smith", []],
    ["o'brien", ["Pat O'Brien"]],
    ["EXAMPLE.ORG", ["100% Sure"]],
    ["100%", ["100% Sure"]],
    ["under_score", ["under_score"]],
    ["underXscore", []],
    ["back\\slash", ["back\\slash"]],
    ["5125550188", ["Pat O'Brien"]],
    ["(512) 555-0188", ["Pat O'Brien"]],
    ["512.555.0188", ["Pat O'Brien"]],
    ["0188", ["Pat O'Brien"]],
    ["李小龍", ["李小龍"]],
    // Short search words match only the start of a word.
    ["ng", ["Mei-Ling Chan-Ng", "Ng Wei"]],
    ["NG w", ["Ng Wei"]],
    ["ng example.com", ["Mei-Ling Chan-Ng", "Ng Wei"]],
    ["李", ["李小龍"]],
    ["un", ["under_score"]],
    ["u_", []],
    ["u%", []],
    ["u\\", []],
    ["in", []],
  ])("that are found by %s", async (search, expected) => {
    await storeAssessment({ name: "Sterling King" });
    await storeAssessment({ name: "Ng Wei" });
    await storeAssessment({ name: "Mei-Ling Chan-Ng" });
    await storeAssessment({ name: "José Núñez" });
    await storeAssessment({ name: "Pat O'Brien", phone: "+1 (512) 555-0188" });
    await storeAssessment({ name: "100% Sure", email: "sure@example.org" });
    await storeAssessment({ name: "under_score" });
    await storeAssessment({ name: "back\\slash" });
    await storeAssessment({ name: "李小龍" });
    expect(await names({ search, sort: "name" })).toEqual(expected);
  });

  test("are paged in both directions and every order, also with equal rows", async () => {
    for (let index = 0; index < 7; index += 1) await storeAssessment({ name: "Same", score: 11 });
    for (const sort of ["newest", "oldest", "highest", "lowest", "name"] as const) {
      await expectPagesToFit((page) => listAssessments(db, { sort }).page(page), 7);
      await expectPagesToFit((page) => listAssessments(db, { sort, level: "Making Progress" }).page(page), 7);
    }
  });

  test("return to the first page if the row in the page URL is gone or never existed", async () => {
    await storeAssessment({ name: "A" });
    const gone = await storeAssessment({ name: "B" });
    await db.deleteFrom("preLoiAssessments").where("id", "=", gone).execute();
    for (const row of [gone, randomUUID(), "no id", "", "';--", "0".repeat(10_000)]) {
      const page = await listAssessments(db, { sort: "name" }).page({
        size: 2,
        beyond: { direction: "after", row },
      });
      expect(page).toMatchObject({ isLost: true, hasPrevious: false, hasNext: false });
      expect(page.rows.map(({ name }) => name)).toEqual(["A"]);
    }
  });

  test("return to the first page if no rows follow", async () => {
    const first = await storeAssessment({ name: "A", at: "2026-11-02T12:00:00Z" });
    const last = await storeAssessment({ name: "B", at: "2026-11-01T12:00:00Z" });
    for (const beyond of [
      { direction: "after", row: last },
      { direction: "before", row: first },
    ] as const) {
      const page = await listAssessments(db, { sort: "newest" }).page({ size: 2, beyond });
      expect(page).toMatchObject({ isLost: true, hasPrevious: false, hasNext: false });
      expect(page.rows.map(({ name }) => name)).toEqual(["A", "B"]);
    }
  });

  test("of some days continue after a row of other days", async () => {
    const early = await storeAssessment({ name: "1st", at: "2026-11-01T18:00:00Z" });
    await storeAssessment({ name: "2nd", at: "2026-11-02T18:00:00Z" });
    const middle = await storeAssessment({ name: "3rd", at: "2026-11-03T18:00:00Z" });
    const late = await storeAssessment({ name: "4th", at: "2026-11-04T18:00:00Z" });
    // Between the days and the rows of the page URLs.
    await storeAssessment({ name: "1st, later", at: "2026-11-01T20:00:00Z" });
    await storeAssessment({ name: "4th, earlier", at: "2026-11-04T16:00:00Z" });
    const ask = async (sort: "newest" | "oldest", direction: "after" | "before", row: string) => {
      const days = { from: "2026-11-02", to: "2026-11-03" };
      const beyond = { direction, row };
      const { rows, isLost } = await listAssessments(db, { ...days, sort }).page({ size: 50, beyond });
      return isLost ? "first page" : rows.map(({ name }) => name);
    };
    expect(await ask("newest", "after", late)).toEqual(["3rd", "2nd"]);
    expect(await ask("newest", "after", middle)).toEqual(["2nd"]);
    expect(await ask("newest", "after", early)).toBe("first page");
    expect(await ask("newest", "before", early)).toEqual(["3rd", "2nd"]);
    expect(await ask("oldest", "after", early)).toEqual(["2nd", "3rd"]);
    expect(await ask("oldest", "after", middle)).toBe("first page");
    expect(await ask("oldest", "before", middle)).toEqual(["2nd"]);
  });

  test("are all read in batches for an export, in the requested order", async () => {
    await pool.query(
      `insert into pre_loi_assessments
        (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
      select 'A person', 'a' || number || '@example.com', '1', ${sqlAnswers.values}, 7,
        'Early Stage', 'test', gen_random_uuid(), 'test'
      from generate_series(1, 2500) as number`,
    );
    for (const sort of ["newest", "lowest", "name"] as const) {
      const rows = await collect(listAssessments(db, { sort }).each());
      expect(new Set(rows.map(({ id }) => id)).size).toBe(2_500);
    }
  });
});

describe("sign-ups", () => {
  const names = async (query: Partial<SignupQuery>) => {
    const asked = { sort: "newest", ...query } as const;
    const { rows } = await listSignups(db, asked).page({ size: 50 });
    expect(await listSignups(db, asked).count()).toBe(rows.length);
    expect(await collect(listSignups(db, asked).each())).toEqual(rows);
    return rows.map(({ name }) => name);
  };

  test("are filtered by words, days, event and status together, in every order", async () => {
    const event = await storeEvent();
    await storeSignup({
      name: "Zoé A",
      eventId: event,
      state: "seat",
      placeNumber: 1,
      at: "2026-11-21T12:00:00Z",
    });
    await storeSignup({
      name: "zoe B",
      eventId: event,
      state: "waiting",
      placeNumber: 2,
      at: "2026-11-22T12:00:00Z",
    });
    await storeSignup({ name: "Yves", state: "next-date", at: "2026-11-22T13:00:00Z" });
    expect(await names({})).toEqual(["Yves", "zoe B", "Zoé A"]);
    expect(await names({ sort: "oldest" })).toEqual(["Zoé A", "zoe B", "Yves"]);
    expect(await names({ sort: "name" })).toEqual(["Yves", "Zoé A", "zoe B"]);
    expect(await names({ search: "zoe" })).toEqual(["zoe B", "Zoé A"]);
    expect(await names({ event, sort: "name" })).toEqual(["Zoé A", "zoe B"]);
    expect(await names({ state: "next-date" })).toEqual(["Yves"]);
    expect(await names({ from: "2026-11-22" })).toEqual(["Yves", "zoe B"]);
    expect(await names({ search: "zoe", event, state: "seat", to: "2026-11-21" })).toEqual(["Zoé A"]);
    expect(await names({ event: randomUUID() })).toEqual([]);
    expect(await listSignups(db, { sort: "newest" }).count()).toBe(3);
  });

  test("are paged in both directions and every order", async () => {
    for (let index = 0; index < 5; index += 1) await storeSignup({ name: "Same", state: "repeat" });
    for (const sort of ["newest", "oldest", "name"] as const) {
      await expectPagesToFit((page) => listSignups(db, { sort }).page(page), 5);
      await expectPagesToFit((page) => listSignups(db, { sort, state: "repeat" }).page(page), 5);
    }
  });
});

describe("visitors", () => {
  const emails = async (query: Partial<VisitorQuery>) => {
    const asked = { sort: "newest", ...query } as const;
    const { rows } = await listVisitors(db, asked).page({ size: 50 });
    expect(await listVisitors(db, asked).count()).toBe(rows.length);
    expect(await collect(listVisitors(db, asked).each())).toEqual(rows);
    return rows.map(({ email }) => email);
  };

  test("are filtered by source, class and days together, in both orders", async () => {
    await storeVisit({ email: "a@x.test", source: null, at: "2026-11-20T12:00:00Z" });
    await storeVisit({
      email: "b@x.test",
      source: "Direct",
      trafficClass: "machine",
      at: "2026-11-21T12:00:00Z",
    });
    await storeVisit({
      email: "c@x.test",
      source: "Direct",
      trafficClass: "unsure",
      at: "2026-11-22T12:00:00Z",
    });
    await storeVisit({ email: "d@x.test", source: "https://www.linkedin.com", at: "2026-11-23T12:00:00Z" });
    expect(await emails({})).toEqual(["d@x.test", "c@x.test", "b@x.test", "a@x.test"]);
    // Visits displayed as “Direct” are found by that word.
    expect(await emails({ source: "Direct" })).toEqual(["c@x.test", "b@x.test", "a@x.test"]);
    expect(await emails({ source: "Direct", sort: "oldest" })).toEqual(["a@x.test", "b@x.test", "c@x.test"]);
    expect(await emails({ source: "Direct", class: "machine" })).toEqual(["b@x.test"]);
    expect(await emails({ class: "person" })).toEqual(["d@x.test", "a@x.test"]);
    expect(await emails({ source: "Direct", from: "2026-11-21", to: "2026-11-21" })).toEqual(["b@x.test"]);
    expect(await emails({ source: "linkedin" })).toEqual([]);
  });

  test("are found by words only if a person gave a name", async () => {
    await storeVisit({ email: "visit-1@visitors.invalid", firstName: "Anonymous", lastName: "Visitor" });
    await storeVisit({
      email: "rene@example.com",
      firstName: "René",
      lastName: "Visitor",
      leadId: randomUUID(),
    });
    expect(await emails({ search: "visitor" })).toEqual(["rene@example.com"]);
    expect(await emails({ search: "rene" })).toEqual(["rene@example.com"]);
    expect(await emails({ search: "rene", class: "machine" })).toEqual([]);
    expect(await emails({ search: "rene", source: "Direct" })).toEqual(["rene@example.com"]);
  });

  test("are paged in both directions, also across classes", async () => {
    const classes = ["person", "machine", "unsure", "person", "person", "machine", "unsure"] as const;
    for (const trafficClass of classes) {
      await storeVisit({ email: "a@x.test", source: "Direct", trafficClass });
    }
    for (const sort of ["newest", "oldest"] as const) {
      await expectPagesToFit((page) => listVisitors(db, { sort }).page(page), 7);
      await expectPagesToFit((page) => listVisitors(db, { sort, source: "Direct" }).page(page), 7);
      await expectPagesToFit((page) => listVisitors(db, { sort, class: "person" }).page(page), 3);
    }
  });
});

describe("tracking events", () => {
  const targets = async (query: Partial<TrackingEventQuery>) => {
    const asked = { sort: "newest", ...query } as const;
    const { rows } = await listTrackingEvents(db, asked).page({ size: 50 });
    expect(await listTrackingEvents(db, asked).count()).toBe(rows.length);
    expect(await collect(listTrackingEvents(db, asked).each())).toEqual(rows);
    return rows.map(({ target }) => target);
  };

  test("are filtered by type, page, visit and days together, in both orders", async () => {
    const visit = await storeVisit({ email: "a@x.test" });
    const other = await storeVisit({ email: "b@x.test" });
    await storeTracking({ visit, target: "1", url: "/", eventType: "page_view", at: "2026-11-20T12:00:00Z" });
    await storeTracking({
      visit,
      target: "2",
      url: "/",
      eventType: "scroll_depth",
      at: "2026-11-21T12:00:00Z",
    });
    await storeTracking({
      visit: other,
      target: "3",
      url: "/faqs",
      eventType: "page_view",
      at: "2026-11-22T12:00:00Z",
    });
    expect(await targets({})).toEqual(["3", "2", "1"]);
    expect(await targets({ sort: "oldest" })).toEqual(["1", "2", "3"]);
    expect(await targets({ type: "page_view" })).toEqual(["3", "1"]);
    expect(await targets({ page: "/" })).toEqual(["2", "1"]);
    expect(await targets({ page: "/", sort: "oldest" })).toEqual(["1", "2"]);
    expect(await targets({ page: "/", type: "page_view" })).toEqual(["1"]);
    expect(await targets({ visit })).toEqual(["2", "1"]);
    expect(await targets({ visit, page: "/", type: "scroll_depth", from: "2026-11-21" })).toEqual(["2"]);
    expect(await targets({ page: "/", to: "2026-11-20" })).toEqual(["1"]);
    expect(await targets({ visit: randomUUID() })).toEqual([]);
  });

  test("are paged in both directions, also across types", async () => {
    const visit = await storeVisit({ email: "a@x.test" });
    const types = [
      "page_view",
      "user_idle",
      "scroll_depth",
      "page_view",
      "booking_click",
      "call_to_action",
    ] as const;
    for (const eventType of types) await storeTracking({ visit, eventType });
    for (const sort of ["newest", "oldest"] as const) {
      await expectPagesToFit((page) => listTrackingEvents(db, { sort }).page(page), 6);
      await expectPagesToFit((page) => listTrackingEvents(db, { sort, page: "/" }).page(page), 6);
      await expectPagesToFit((page) => listTrackingEvents(db, { sort, visit }).page(page), 6);
    }
  });
});

/** Pages to the end of a list and back, two rows at a time. Every row appears once, and both directions have the same pages. */
async function expectPagesToFit(read: Read, count: number): Promise<void> {
  const forth = [await read({ size: 2 })];
  for (let page = forth[0]; page?.hasNext === true;) {
    page = await read({ size: 2, beyond: { direction: "after", row: page.rows.at(-1)?.id ?? "" } });
    forth.push(page);
  }
  const seen = forth.flatMap(({ rows }) => rows.map(({ id }) => id));
  expect([seen.length, new Set(seen).size]).toEqual([count, count]);
  expect(forth.map(({ hasPrevious }) => hasPrevious)).toEqual(forth.map((_, index) => index > 0));
  for (const [index, page] of forth.entries()) {
    if (index === 0) continue;
    const back = await read({ size: 2, beyond: { direction: "before", row: page.rows[0]?.id ?? "" } });
    expect(back).toEqual({ ...forth[index - 1], hasNext: true });
  }
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
