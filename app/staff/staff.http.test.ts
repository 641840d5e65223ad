import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { addAccount } from "#app/identity/accounts.server.ts";
import type { Role } from "#app/identity/staff.ts";
import { setUpToken } from "#app/identity/set-up-link.server.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";

const site = testApp({ now: new Date("2026-11-20T18:00:00Z") });

const password = "a password for tests";
const lead = { name: "Thomas Avery", email: "t.avery@example.com", phone: "+1 737 555 0164" };

describe("data of leads", () => {
  // The router's data requests can skip the loaders around a route, so they are tried with and without.
  const doors = [
    "/admin",
    "/admin.data",
    "/admin.data?_routes=staff%2Fdashboard%2Fdashboard.route",
    "/api/exports/assessments.csv",
  ];
  const mayRead: Record<Role | "nobody", readonly string[]> = {
    nobody: [],
    pending: [],
    examiner: doors.slice(0, 3),
    staff: doors,
    owner: doors,
  };

  test.each(Object.entries(mayRead))("%s gets it at %j and nowhere else", async (role, open) => {
    await submitLead();
    const cookie = role === "nobody" ? "" : await signedIn(role);
    for (const door of doors) {
      const response = await site.request(door, { headers: { cookie } });
      const text = await response.text();
      expect({ door, sees: text.includes(lead.email) }).toEqual({ door, sees: open.includes(door) });
      if (response.ok && open.includes(door)) expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("leads to the sign-in screen only where there is no session", async () => {
    const nobody = await site.request("/admin");
    expect([nobody.status, nobody.headers.get("location")]).toEqual([302, "/auth"]);
    const pending = await site.request("/admin", { headers: { cookie: await signedIn("pending") } });
    expect(pending.status).toBe(403);
    expect(await pending.text()).toMatch(/Your account is waiting.*Sign Out/s);
  });

  test("is refused by the export in the one shape of refusals", async () => {
    const nobody = await site.request("/api/exports/assessments.csv");
    expect(nobody.status).toBe(401);
    expect(await nobody.json()).toMatchObject({ error: { kind: "signed-out" } });
    const cookie = await signedIn("examiner");
    const examiner = await site.request("/api/exports/assessments.csv", { headers: { cookie } });
    expect(examiner.status).toBe(403);
  });

  test("is not shown any more to somebody whose account was removed", async () => {
    const cookie = await signedIn("staff");
    await site.db.deleteFrom("staffUsers").execute();
    expect((await site.request("/admin", { headers: { cookie } })).status).toBe(302);
  });
});

describe("the dashboard", () => {
  test("counts, lists and offers the export, complete without scripting", async () => {
    await submitLead();
    const html = await (
      await site.request("/admin", { headers: { cookie: await signedIn("staff") } })
    ).text();
    expect(html).toMatch(/<h1>Admin Dashboard<\/h1>/);
    expect(html).toContain("A person of the practice");
    expect(html).toContain("13/21");
    expect(html).toContain('<span class="tag middle">Making Progress</span>');
    expect(html).toContain('<form action="/api/exports/assessments.csv" method="get">');
    expect(html).toContain("Advisory services are offered through");
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toContain("Showing first 20");
    expect(html).not.toMatch(/\sstyle="/);
  });

  test("shows 20 rows, says that there are more, and counts them all", async () => {
    for (let at = 1; at <= 21; at += 1) {
      await submitLead({ name: `Person ${at}`, email: `person-${at}@example.com` }, `203.0.113.${at}`);
    }
    const html = await (
      await site.request("/admin", { headers: { cookie: await signedIn("staff") } })
    ).text();
    expect(html.match(/<th scope="row">/g)).toHaveLength(20);
    expect(html).toContain('<span class="figure">21</span>');
    expect(html).toContain("Showing first 20 assessments. Export to CSV for complete data.");
  });

  test("says that it is empty, and then has nothing to export", async () => {
    const html = await (
      await site.request("/admin", { headers: { cookie: await signedIn("staff") } })
    ).text();
    expect(html).toContain("No assessments found.");
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Export CSV/);
  });

  test("offers no export to somebody who may only read", async () => {
    await submitLead();
    const html = await (
      await site.request("/admin", { headers: { cookie: await signedIn("examiner") } })
    ).text();
    expect(html).not.toContain("Export CSV");
  });
});

describe("the export", () => {
  test("is a CSV file with every record, and says how many", async () => {
    await submitLead({ name: '=HYPERLINK("x")' });
    await submitLead();
    const response = await site.request("/api/exports/assessments.csv", {
      headers: { cookie: await signedIn("staff") },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="pre-loi-assessments-2026-11-20.csv"',
      "x-record-count": "2",
    });
    const [headings, ...records]: string[][] = parse(await response.text(), { bom: true });
    expect(headings?.slice(0, 3)).toEqual(["Name", "Email", "Phone"]);
    // Both came at the same moment of the test's clock, so either may be first.
    expect(records).toHaveLength(2);
    const contacts = records.map((record) => record.slice(0, 4));
    expect(contacts).toContainEqual([`'=HYPERLINK("x")`, lead.email, `'${lead.phone}`, "13"]);
    expect(contacts).toContainEqual([lead.name, lead.email, `'${lead.phone}`, "13"]);
  });
});

describe("signing in", () => {
  test("leads to the dashboard with a session that scripts cannot read", async () => {
    await account("staff");
    const response = await signIn(password);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin"]);
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(
      (await site.request("/auth", { headers: { cookie: pairOf(cookie) } })).headers.get("location"),
    ).toBe("/admin");
  });

  test("keeps the address, and never the password, when it fails", async () => {
    await account("staff");
    const response = await signIn("not this one, I am afraid");
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html).toMatch(/role="alert">Invalid email or password\. Please try again\.</);
    expect(html).toContain('value="person@example.com"');
    expect(html).not.toContain("not this one");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("says the same of an address that nobody has", async () => {
    const response = await signIn("whatever it may be");
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("Invalid email or password. Please try again.");
  });

  test("asks for what is missing", async () => {
    const response = await site.postForm("/auth", { email: "", password: "" });
    expect(response.status).toBe(422);
    expect(await response.text()).toMatch(/Please enter your email address.*Please enter your password/s);
  });

  test("is limited by the address that we see, not by one that the visitor writes", async () => {
    await account("staff");
    const from = freshAddress();
    const statuses: number[] = [];
    for (let at = 1; at <= 12; at += 1) {
      const forged = { "x-client-address": `203.0.113.${at}`, "x-forwarded-for": `203.0.113.${at}` };
      statuses.push((await signIn("wrong every time", { from, headers: forged })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const refused = await signIn(password, { from });
    expect(await refused.text()).toContain("Please wait five minutes and try again.");
    expect((await signIn(password, { from: freshAddress() })).status).toBe(302);
  });

  test("takes no other body than a form, and no form of another site", async () => {
    expect((await site.postJson("/auth", {}, { origin: testSiteUrl })).status).toBe(415);
    expect((await site.postForm("/auth", {}, { origin: "https://evil.example" })).status).toBe(403);
  });
});

test("signing out ends the session itself, not only the cookie", async () => {
  const cookie = await signedIn("staff");
  const response = await site.postForm("/auth/sign-out", {}, { cookie });
  expect([response.status, response.headers.get("location")]).toEqual([302, "/auth"]);
  expect(response.headers.getSetCookie().join()).toContain("Max-Age=0");
  expect((await site.request("/admin", { headers: { cookie } })).status).toBe(302);
  expect((await site.request("/auth/sign-out")).status).toBe(302);
});

describe("the set-up link", () => {
  const person = { name: "Ruth Calloway", email: "Ruth@Example.com", password };
  const path = () => `/auth/set-up/${setUpToken(site.setUpSecret())}`;

  test("makes the first owner, signs them in, and then is gone", async () => {
    const page = await site.request(path());
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(await page.text()).toMatch(/content="noindex".*name="referrer" content="origin"/s);

    const made = await post(person);
    expect([made.status, made.headers.get("location")]).toEqual([302, "/admin"]);
    const cookie = made.headers.getSetCookie().map(pairOf).join("; ");
    const dashboard = await site.request("/admin", { headers: { cookie } });
    expect(await dashboard.text()).toContain("Ruth Calloway");

    expect((await site.request(path())).status).toBe(404);
    expect((await post({ ...person, email: "second@example.com" })).status).toBe(404);
    expect((await site.request(`${path()}.data`)).status).toBe(404);
    expect(await site.db.selectFrom("staffUsers").select(["email", "role"]).execute()).toEqual([
      { email: "ruth@example.com", role: "owner" },
    ]);
  });

  test("is not there with another token", async () => {
    expect((await site.request("/auth/set-up/guess")).status).toBe(404);
    const posted = await site.postForm("/auth/set-up/guess", person);
    expect(posted.status).toBe(404);
    expect(await posted.text()).toContain("Oops! Page not found");
    expect(await site.db.selectFrom("staffUsers").select("id").execute()).toEqual([]);
  });

  test("keeps what was typed but the password, which must be long enough", async () => {
    const response = await post({ ...person, password: "too short" });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain("Please use at least 12 characters");
    expect(html).toContain('value="Ruth Calloway"');
    expect(html).not.toContain("too short");
  });

  test("says so when the address has an account already", async () => {
    await account("staff", "ruth@example.com");
    const response = await post(person);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("This address already has an account.");
  });

  test("never stands in the log", async () => {
    await site.request(path());
    await site.request(`${path()}.data`);
    expect(JSON.stringify(site.logged)).not.toContain(setUpToken(site.setUpSecret()));
  });

  function post(fields: Record<string, string>) {
    return postFrom(freshAddress(), path(), fields);
  }
});

/** @param address limits count each by itself */
async function submitLead(changes: Partial<typeof lead> = {}, address = "203.0.113.1"): Promise<void> {
  const response = await site.postJson(
    "/functions/v1/pre-loi-assessment",
    anAssessment({ ...lead, ...changes }),
    {},
    address,
  );
  expect(response.ok).toBe(true);
}

async function account(role: Role, email = "person@example.com"): Promise<void> {
  await addAccount(site.db, { name: "A person of the practice", email, password, role });
}

/** @returns the cookies of somebody with this role */
async function signedIn(role: string): Promise<string> {
  // The table above is made of roles.
  await account(role as Role);
  const response = await signIn(password);
  return response.headers.getSetCookie().map(pairOf).join("; ");
}

async function signIn(
  tried: string,
  from: { from?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const fields = { email: "person@example.com", password: tried };
  return postFrom(from.from ?? freshAddress(), "/auth", fields, from.headers);
}

function postFrom(
  address: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return site.request(
    path,
    { method: "POST", headers: { ...headers, origin: testSiteUrl }, body: new URLSearchParams(fields) },
    address,
  );
}

let addresses = 0;

/** Attempts are limited by address: each test comes from its own. */
function freshAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

function pairOf(cookie: string): string {
  return cookie.split(";", 1)[0] ?? "";
}
