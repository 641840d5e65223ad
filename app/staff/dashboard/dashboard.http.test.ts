import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import type { DashboardView } from "./dashboard-view.ts";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const site = testApp({ now: new Date("2026-11-20T18:00:00Z") });
const stored = storedLeads(site.db);

/** Tables that a test has renamed. */
const hidden: string[] = [];
afterEach(async () => {
  for (const table of hidden.splice(0)) {
    await sql`alter table ${sql.table(`${table}_hidden`)} rename to ${sql.ref(table)}`.execute(site.db);
  }
});

describe("the dashboard data", () => {
  test("is the same on the page and from the endpoint", async () => {
    await storeLeads();
    const { cookie } = await signedIn(site.db, { role: "examiner" });
    const { response, view } = await load(cookie);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
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

  test("contains the newest 20 rows of each list and where to find more", async () => {
    const visit = await stored.storeVisit({ email: "visit@visitors.invalid" });
    for (let times = 0; times < 21; times += 1) {
      await stored.storeTracking({ visit, eventType: "page_view", url: `/page-${times}`, at: minute(times) });
    }
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const { view } = await load(cookie);
    expect(view.tracking.rows.map(({ url }) => url)).toEqual(
      Array.from({ length: 20 }, (_, index) => `/page-${20 - index}`),
    );
    expect([view.tracking.hasMore, view.visitors.hasMore]).toEqual([true, false]);
    expect(await page(cookie)).toContain("Showing the newest 20 events.");
  });

  test("is recorded as one view and does not extend the session when a screen reloads it", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", usedMinutesAgo: 30 });
    const lastUse = () => site.db.selectFrom("staffSessions").select("lastUsedAt").executeTakeFirstOrThrow();
    const before = await lastUse();
    await load(cookie);
    await load(cookie);
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
describe("a failed query", () => {
  test.each([
    ["linkedin_live_signups", "signups", "The signups could not be loaded."],
    ["visitors", "visitors", "The visitors could not be loaded."],
    ["tracking_events", "tracking", "The events could not be loaded."],
  ] as const)("of %s leaves that list empty and does not affect the others", async (table, list, text) => {
    await storeLeads();
    const { cookie } = await signedIn(site.db, { role: "staff" });
    await hideTable(table);
    const { view } = await load(cookie);
    expect(view[list]).toEqual({ rows: [], hasMore: false, isMissing: true });
    expect(view.assessments.rows).toHaveLength(1);
    const html = await page(cookie);
    expect(html).toContain(text);
    expect(html).toContain("Thomas Avery");
    const logged = site.logged.filter(({ event }) => event === "dashboard.list_failed");
    expect(logged).toContainEqual(expect.objectContaining({ level: "error" }));
  });

  test("of the assessments shows the specified message and fails the endpoint", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    await hideTable("pre_loi_assessments");
    const response = await site.request("/api/dashboard", { headers: { cookie } });
    expect([response.status, await response.json()]).toMatchObject([500, { error: { kind: "internal" } }]);
    const html = await page(cookie);
    expect(html).toMatch(/<b>Error<\/b>.*Failed to load data\. Please check your authentication\./s);
  });
});

async function storeLeads(): Promise<void> {
  await stored.storeAssessment({ name: "Thomas Avery", score: 13 });
  await stored.storeSignup({ name: "Joan Petrie", phone: null });
  const visit = await stored.storeVisit({ email: "visit@visitors.invalid", source: null });
  await stored.storeTracking({ visit, eventType: "scroll_depth", percentage: 75 });
}

async function hideTable(table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to ${sql.ref(`${table}_hidden`)}`.execute(site.db);
  hidden.push(table);
}

async function load(cookie: string): Promise<{ response: Response; view: DashboardView }> {
  const response = await site.request("/api/dashboard", { headers: { cookie } });
  return { response, view: (await response.json()) as DashboardView }; // the response of our own endpoint
}

async function page(cookie: string): Promise<string> {
  return (await site.request("/admin", { headers: { cookie } })).text();
}

function minute(at: number): string {
  return new Date(Date.UTC(2026, 10, 20, 12, at)).toISOString();
}
