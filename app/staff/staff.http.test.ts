import { highestScore } from "#app/assessments/questions/score.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import type { Role } from "#app/identity/accounts/staff.ts";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { practice } from "#content/practice.ts";
import { anAssessment, assessmentScore } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { titleAndHeading } from "#tests/kit/title-and-heading.ts";

const site = testApp({ now: new Date("2026-11-20T18:00:00Z") });

const lead = { name: "Thomas Avery", email: "t.avery@example.com", phone: "+1 737 555 0164" };

describe("lead data", () => {
  // Data requests of the router can skip parent loaders, so both kinds are tested.
  const paths = [
    "/admin",
    "/admin.data",
    "/admin.data?_routes=staff%2Fdashboard%2Fdashboard.route",
    "/api/exports/assessments.csv",
  ];
  const readable: Record<Role | "anonymous", readonly string[]> = {
    anonymous: [],
    pending: [],
    examiner: paths.slice(0, 3),
    staff: paths,
    owner: paths,
  };

  test.each(Object.entries(readable))("is sent to %s from %j only", async (role, expected) => {
    await submitLead();
    const cookie = role === "anonymous" ? "" : await signIn(role);
    for (const path of paths) {
      const response = await site.request(path, { headers: { cookie } });
      const text = await response.text();
      expect({ path, isSent: text.includes(lead.email) }).toEqual({ path, isSent: expected.includes(path) });
      if (response.ok && expected.includes(path)) {
        expect(response.headers.get("cache-control")).toBe("no-store");
      }
    }
  });

  test("redirects to sign-in only without a session", async () => {
    const anonymous = await site.request("/admin");
    expect([anonymous.status, anonymous.headers.get("location")]).toEqual([302, "/auth"]);
    const pending = await site.request("/admin", { headers: { cookie: await signIn("pending") } });
    expect(pending.status).toBe(403);
    const html = await pending.text();
    expect(html).toMatch(
      /Your account is waiting for approval.*owner has not given your account a role.*Call \(512\)\s555-0142.*Sign Out/s,
    );
    expect(titleAndHeading(html).title).toBe("Your account is waiting for approval");
  });

  test("is not displayed to an examiner after the end date; the page says whom to ask", async () => {
    const { cookie } = await signedIn(site.db, { role: "examiner" });
    const roleEndsAt = endOfDayIn(practice.timeZone, "2024-10-31");
    await site.db.updateTable("staffUsers").set({ roleEndsAt }).execute();
    for (const path of ["/admin", "/admin/account"]) {
      const response = await site.request(path, { headers: { cookie } });
      const html = await response.text();
      expect(response.status).toBe(403);
      expect(html).toMatch(
        /Your last day was Thursday, October 31, 2024\..*ask the person who invited you, or call \(512\)/,
      );
      expect(html).not.toContain("is waiting");
      expect(titleAndHeading(html)).toEqual({
        title: "Your access has ended",
        heading: "Your access has ended",
      });
    }
  });

  test("requested with an ended session redirects to sign-in with a notice", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", usedMinutesAgo: 61 });
    const ended = await site.request("/admin", { headers: { cookie } });
    expect([ended.status, ended.headers.get("location")]).toEqual([302, "/auth?because=ended"]);
  });

  test("is refused by the export with a JSON error", async () => {
    const anonymous = await site.request("/api/exports/assessments.csv");
    expect(anonymous.status).toBe(401);
    expect(await anonymous.json()).toMatchObject({ error: { kind: "signed-out" } });
    const cookie = await signIn("examiner");
    const examiner = await site.request("/api/exports/assessments.csv", { headers: { cookie } });
    expect(examiner.status).toBe(403);
  });

  test("is not displayed after the account was removed", async () => {
    const cookie = await signIn("staff");
    await site.db.deleteFrom("staffUsers").execute();
    expect((await site.request("/admin", { headers: { cookie } })).status).toBe(302);
  });
});

describe("the dashboard", () => {
  test("is complete without scripting: counts, lists and export", async () => {
    await submitLead();
    const html = await (await site.request("/admin", { headers: { cookie: await signIn("staff") } })).text();
    expect(html).toMatch(/<h1>Admin Dashboard<\/h1>/);
    expect(html).toContain("A staff member");
    expect(html).toContain(`${assessmentScore}/${highestScore}`);
    expect(html).toContain('<span class="tag middle">Making Progress</span>');
    expect(html).toContain('<form action="/api/exports/assessments.csv" method="get">');
    expect(html).toContain("Advisory services are offered through");
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toContain("Showing first 20");
    expect(html).not.toMatch(/\sstyle="/);
  });

  test("shows 20 rows, a note about the rest, and the total", async () => {
    for (let at = 1; at <= 21; at += 1) {
      await submitLead({ name: `Person ${at}`, email: `person-${at}@example.com` }, `203.0.113.${at}`);
    }
    const html = await (await site.request("/admin", { headers: { cookie: await signIn("staff") } })).text();
    const [assessments = ""] = /<h2 id="assessments".*?<\/section>/s.exec(html) ?? [];
    expect(assessments.match(/<th scope="row"/g)).toHaveLength(20);
    expect(html).toContain('<span class="figure">21</span>');
    expect(html).toContain("Showing first 20 assessments. Export to CSV for complete data.");
  });

  test("shows an empty list with a disabled export", async () => {
    const html = await (await site.request("/admin", { headers: { cookie: await signIn("staff") } })).text();
    expect(html).toContain("No assessments found.");
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Export CSV/);
  });

  test("offers no export to an examiner", async () => {
    await submitLead();
    const html = await (
      await site.request("/admin", { headers: { cookie: await signIn("examiner") } })
    ).text();
    expect(html).not.toContain("Export CSV");
  });
});

describe("the export", () => {
  test("is a CSV file with every record and their number", async () => {
    await submitLead({ name: '=HYPERLINK("x")' });
    await submitLead();
    const response = await site.request("/api/exports/assessments.csv", {
      headers: { cookie: await signIn("staff") },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="pre-loi-assessments-2026-11-20.csv"',
      "x-record-count": "2",
    });
    const [headings, ...records]: string[][] = parse(await response.text(), { bom: true });
    expect(headings?.slice(0, 3)).toEqual(["Name", "Email", "Phone"]);
    // Both have the same time, so their order is undefined.
    expect(records).toHaveLength(2);
    const contacts = records.map((record) => record.slice(0, 4));
    expect(contacts).toContainEqual([
      `'=HYPERLINK("x")`,
      lead.email,
      `'${lead.phone}`,
      String(assessmentScore),
    ]);
    expect(contacts).toContainEqual([lead.name, lead.email, `'${lead.phone}`, String(assessmentScore)]);
  });
});

/** @param address rate limits apply per address */
async function submitLead(changes: Partial<typeof lead> = {}, address = "203.0.113.1"): Promise<void> {
  const response = await site.postJson(
    "/functions/v1/pre-loi-assessment",
    anAssessment({ ...lead, ...changes }),
    {},
    address,
  );
  expect(response.ok).toBe(true);
}

/** The cookie of a recently authenticated account with this role. */
async function signIn(role: string): Promise<string> {
  // The keys of the table above are roles.
  return (await signedIn(site.db, { role: role as Role })).cookie;
}
