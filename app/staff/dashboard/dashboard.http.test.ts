import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import type { DashboardView } from "./dashboard-view.ts";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const site = testApp({ now: new Date("2026-11-20T18:00:00Z") });
const stored = storedLeads(site.db);

/** Tables that a test has put out of reach. */
const hidden: string[] = [];
afterEach(async () => {
  for (const table of hidden.splice(0)) {
    await sql`alter table ${sql.table(`${table}_hidden`)} rename to ${sql.ref(table)}`.execute(site.db);
  }
});

describe("what the dashboard shows now", () => {
  test("is the same by the page and by the endpoint that keeps it as it is now", async () => {
    await fill();
    const { cookie } = await signedIn(site.db, { role: "examiner" });
    const { answer, view } = await ask(cookie);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(view.asOf).toBe("2026-11-20T18:00:00.000Z");
    expect(view.cards.map(({ label, figure }) => `${label}: ${figure}`)).toEqual([
      "Total Assessments: 1",
      "LinkedIn Signups: 1",
      "This Month: 1",
      "Average Score: 13",
    ]);
    expect(view.assessments.rows[0]).toMatchObject({ name: "Thomas Avery", received: { short: "6 h ago" } });
    expect(view.signups.rows[0]).toMatchObject({ name: "Joan Petrie", phone: "Not provided" });
    expect(view.visitors.rows[0]).toMatchObject({ name: "Anonymous Visitor", source: "Direct" });
    expect(view.tracking.rows[0]).toMatchObject({ eventType: "scroll_depth", details: "75% scroll" });
    const html = await page(cookie);
    for (const word of ["Thomas Avery", "Joan Petrie", "Anonymous Visitor", "75% scroll"]) {
      expect(html).toContain(word);
    }
    expect(html).toContain("stored in its own database. It is kept for 13 months;");
  });

  test("is the newest 20 of each list, and says where there are more", async () => {
    const visit = await stored.storeVisit({ email: "visit@visitors.invalid" });
    for (let times = 0; times < 21; times += 1) {
      await stored.storeTracking({ visit, eventType: "page_view", url: `/page-${times}`, at: minute(times) });
    }
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const { view } = await ask(cookie);
    expect(view.tracking.rows.map(({ url }) => url)).toEqual(
      Array.from({ length: 20 }, (_, index) => `/page-${20 - index}`),
    );
    expect([view.tracking.hasMore, view.visitors.hasMore]).toEqual([true, false]);
    expect(await page(cookie)).toContain("Showing the newest 20 events.");
  });

  test("is one view on record however often a screen loads it by itself, and keeps no session alive", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", usedMinutesAgo: 30 });
    const lastUse = () => site.db.selectFrom("staffSessions").select("lastUsedAt").executeTakeFirstOrThrow();
    const before = await lastUse();
    await ask(cookie);
    await ask(cookie);
    expect(await lastUse()).toEqual(before);
    await page(cookie);
    const views = await site.db
      .selectFrom("auditEvents")
      .select("details")
      .where("action", "=", "leads-viewed")
      .execute();
    expect(views).toMatchObject([{ details: { list: "dashboard" } }]);
  });
});

// spec §8: signups or visitors failing only empties those lists.
describe("what cannot be loaded", () => {
  test.each([
    ["linkedin_live_signups", "signups", "The signups could not be loaded just now."],
    ["visitors", "visitors", "The visitors could not be loaded just now."],
    ["tracking_events", "tracking", "The events could not be loaded just now."],
  ] as const)("of %s leaves that list empty and the others as they are", async (table, list, words) => {
    await fill();
    const { cookie } = await signedIn(site.db, { role: "staff" });
    await hide(table);
    const { view } = await ask(cookie);
    expect(view[list]).toEqual({ rows: [], hasMore: false, isMissing: true });
    expect(view.assessments.rows).toHaveLength(1);
    const html = await page(cookie);
    expect(html).toContain(words);
    expect(html).toContain("Thomas Avery");
    const logged = site.logged.filter(({ event }) => event === "dashboard.list_failed");
    expect(logged).toContainEqual(expect.objectContaining({ level: "error" }));
  });

  test("of the assessments is the specified notice, and a fault of the endpoint", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    await hide("pre_loi_assessments");
    const answer = await site.request("/api/dashboard", { headers: { cookie } });
    expect([answer.status, await answer.json()]).toMatchObject([500, { error: { kind: "internal" } }]);
    const html = await page(cookie);
    expect(html).toMatch(/<b>Error<\/b>.*Failed to load data\. Please check your authentication\./s);
  });
});

async function fill(): Promise<void> {
  await stored.storeAssessment({ name: "Thomas Avery", score: 13 });
  await stored.storeSignup({ name: "Joan Petrie", phone: null });
  const visit = await stored.storeVisit({ email: "visit@visitors.invalid", source: null });
  await stored.storeTracking({ visit, eventType: "scroll_depth", percentage: 75 });
}

async function hide(table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to ${sql.ref(`${table}_hidden`)}`.execute(site.db);
  hidden.push(table);
}

async function ask(cookie: string): Promise<{ answer: Response; view: DashboardView }> {
  const answer = await site.request("/api/dashboard", { headers: { cookie } });
  // Our own endpoint's answer.
  return { answer, view: (await answer.json()) as DashboardView };
}

async function page(cookie: string): Promise<string> {
  return (await site.request("/admin", { headers: { cookie } })).text();
}

function minute(at: number): string {
  return new Date(Date.UTC(2026, 10, 20, 12, at)).toISOString();
}
