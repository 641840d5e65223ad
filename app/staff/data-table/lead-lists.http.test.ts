import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const site = testApp({ now: new Date("2026-11-20T18:00:00Z") });
const { storeAssessment, storeEvent, storeSignup, storeTracking, storeVisit } = storedLeads(site.db);

let cookie = "";
beforeEach(async () => ({ cookie } = await signedIn(site.db, { role: "staff" })));

describe("every assessment", () => {
  test("is on pages of 25, each with its own URL, in both directions", async () => {
    for (let number = 1; number <= 26; number += 1) {
      await storeAssessment({ name: `Person ${number}.`, at: `2026-11-20T12:00:00.${100 + number}Z` });
    }
    const first = await openList("/admin/assessments");
    expect(namesIn(first)).toHaveLength(25);
    expect(first).not.toContain("Previous page");
    const second = await openList(linkIn(first, "Next page"));
    expect(namesIn(second)).toEqual(["Person 1."]);
    expect(second).not.toContain("Next page");
    expect(namesIn(await openList(linkIn(second, "Previous page")))).toEqual(namesIn(first));
    expect(linkIn(second, "First page")).toBe("/admin/assessments");
  });

  test("is searched, filtered and sorted by the URL, which the form and the export repeat", async () => {
    await storeAssessment({ name: "José Núñez", score: 18 });
    await storeAssessment({ name: "Jose Low", score: 8 });
    await storeAssessment({ name: "Grace Hopper", score: 18 });
    const html = await openList(
      "/admin/assessments?search=jose&level=Exit+Ready&from=2026-11-01&to=2026-11-30&sort=name",
    );
    expect(namesIn(html)).toEqual(["José Núñez"]);
    expect(html).toMatch(/<input[^>]*type="search"[^>]*value="jose"/);
    expect(html).toMatch(/<option value="Exit Ready" selected="">/);
    expect(html).toMatch(/<option value="name" selected="">/);
    const [form = ""] = /<form action="\/api\/exports\/assessments\.csv".*?<\/form>/s.exec(html) ?? [];
    for (const [name, value] of [
      ["search", "jose"],
      ["from", "2026-11-01"],
      ["to", "2026-11-30"],
      ["level", "Exit Ready"],
    ]) {
      expect(form).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
    }
    expect(html).toContain("Raw CSV");
    expect(html).not.toMatch(/\sstyle="/);
  });

  test("links to its person", async () => {
    const id = await storeAssessment({ name: "Ada" });
    expect(linkIn(await openList("/admin/assessments"), "Ada")).toBe(`/admin/people/${id}`);
  });

  test("cannot be exported by a role that may only read", async () => {
    await storeAssessment({ name: "Ada" });
    ({ cookie } = await signedIn(site.db, { role: "examiner" }));
    const html = await openList("/admin/assessments");
    expect(namesIn(html)).toEqual(["Ada"]);
    expect(html).not.toContain("CSV");
  });
});

describe("every sign-up", () => {
  test("names missing values, and is filtered by event and status", async () => {
    const event = await storeEvent();
    await storeSignup({
      name: "Ada",
      phone: null,
      questions: null,
      topics: null,
      eventId: event,
      state: "seat",
      placeNumber: 1,
    });
    await storeSignup({ name: "Bo", questions: `${"A long question. ".repeat(20)}The end.` });
    const all = await openList("/admin/signups");
    expect(namesIn(all)).toHaveLength(2);
    expect(all).toMatch(/Not provided.*None provided.*None provided/s);
    // A long text is complete and collapsed.
    expect(all).toMatch(/<details class="long-text">.*?…<.*?The end\.<\/details>/s);
    expect(all).toContain("Dec 17, 2026: Before the letter of intent");
    expect(namesIn(await openList(`/admin/signups?event=${event}&state=seat`))).toEqual(["Ada"]);
  });
});

describe("every visit", () => {
  test("shows the source, marks bots, and links to people who gave a name", async () => {
    const leadId = randomUUID();
    await storeVisit({ email: "visit-1@visitors.invalid", trafficClass: "machine" });
    await storeVisit({ email: "ada@example.com", firstName: "Ada", lastName: "Byron", leadId });
    const html = await openList("/admin/visitors");
    expect(html).toMatch(/Anonymous Visitor.*?<span class="tag machine">Bot<\/span>/s);
    expect(html).toMatch(/Direct.*Unknown/s);
    expect(linkIn(html, "Ada Byron")).toBe(`/admin/people/${leadId}`);
    expect(await openList("/admin/visitors?class=person")).not.toContain("Anonymous Visitor");
    expect(await openList("/admin/visitors?search=visitor")).toContain("Nothing matches");
  });
});

describe("every tracking event", () => {
  test("says what happened, and is filtered by type, page and visit", async () => {
    const visit = await storeVisit({ email: "visit-1@visitors.invalid" });
    await storeTracking({ visit, eventType: "scroll_depth", percentage: 75, url: "/faqs" });
    await storeTracking({ visit, eventType: "user_idle", idleTime: 30_000 });
    await storeTracking({ visit, eventType: "call_to_action", target: "/pre-loi-assessment" });
    const all = await openList(`/admin/tracking?visit=${visit}`);
    expect(namesIn(all).toSorted()).toEqual(["call_to_action", "scroll_depth", "user_idle"]);
    for (const details of ["75% scroll", "30s idle", "Clicked “/pre-loi-assessment”"]) {
      expect(all).toContain(details);
    }
    expect(namesIn(await openList("/admin/tracking?page=%2Ffaqs"))).toEqual(["scroll_depth"]);
    expect(namesIn(await openList("/admin/tracking?type=user_idle&page=%2F"))).toEqual(["user_idle"]);
  });
});

describe("invalid parts of a URL are ignored and reported", () => {
  test.each([
    ["/admin/assessments?level=Ready", "“Ready” is not a valid choice for “Level”"],
    ["/admin/assessments?search=%25", "Search needs a letter or a digit"],
    [`/admin/assessments?search=${"a".repeat(201)}`, "The search is too long"],
    ["/admin/assessments?from=2026-02-30", "“From” must be a day like 2026-11-21"],
    ["/admin/assessments?to=0000-01-01", "“To” must be a day"],
    ["/admin/assessments?from=2026-11-02&to=2026-11-01", "“From” is later than “To”"],
    ["/admin/assessments?sort=price", "“price” is not a sort order of this list"],
    ["/admin/assessments?level=Early+Stage&level=Exit+Ready", "The link contains “level” more than once"],
    ["/admin/assessments?after=no-row", "That page no longer exists, so this is the first page."],
    [`/admin/assessments?before=${randomUUID()}`, "That page no longer exists"],
    [`/admin/assessments?after=${"x".repeat(3_000)}`, "That page no longer exists"],
    [`/admin/signups?event=${randomUUID()}`, "is not a valid choice for “Event”"],
    ["/admin/signups?state=gone", "“gone” is not a valid choice for “Status”"],
    ["/admin/visitors?class=ghost", "“ghost” is not a valid choice for “Visitor”"],
    [`/admin/visitors?source=${"a".repeat(501)}`, "is not a valid choice for “Source”"],
    ["/admin/tracking?visit=1", "“1” is not a valid choice for “Visit”"],
    ["/admin/tracking?type=click", "“click” is not a valid choice for “Event type”"],
  ])("%s", async (path, sentence) => {
    expect(await openList(path)).toContain(sentence);
  });

  test.each([
    "/admin/assessments?search=%00%00%00%00",
    "/admin/assessments?search=abc%00def",
    "/admin/assessments?search=%ff%fe%fd",
    "/admin/assessments?search=%27%3B--%25_",
    "/admin/assessments?from=0001-01-01&to=9999-12-31",
    "/admin/assessments?after=&before=",
    "/admin/visitors?source=a%00b",
    "/admin/tracking?page=%00",
    "/admin/tracking?search=abc&nothing=1",
  ])("%s returns the list", async (path) => {
    expect(await openList(path)).toContain('role="search"');
  });

  test("a row of another list is not found in this one", async () => {
    const visit = await storeVisit({ email: "visit-1@visitors.invalid" });
    await storeAssessment({ name: "Ada" });
    expect(await openList(`/admin/assessments?after=${visit}`)).toMatch(/no longer exists.*Ada/s);
  });
});

test("an empty list has the specified text and no export", async () => {
  for (const [path, words] of [
    ["/admin/assessments", "No assessments found."],
    ["/admin/signups", "No LinkedIn Live signups found."],
    [
      "/admin/visitors",
      "No visitor data found. Visitor tracking is ready but no data has been captured yet.",
    ],
    ["/admin/tracking", "No recent tracking events available."],
  ] as const) {
    const html = await openList(path);
    expect(html).toContain(words);
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Export CSV/);
  }
});

test("views of a list are recorded at a limited rate, without search terms", async () => {
  for (const path of ["assessments", "assessments?search=Ada+Byron", "signups", "visitors", "tracking"]) {
    await openList(`/admin/${path}`);
  }
  const told = await site.db
    .selectFrom("auditEvents")
    .select("details")
    .where("action", "=", "leads-viewed")
    .orderBy("id")
    .execute();
  expect(told).toMatchObject(
    ["assessments", "signups", "visitors", "tracking"].map((list) => ({ details: { list } })),
  );
  expect(JSON.stringify(told)).not.toMatch(/search=|byron|ada@/i);
});

async function openList(path: string): Promise<string> {
  const response = await site.request(path, { headers: { cookie } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** The text of the first cell of each row, without its badge. */
function namesIn(html: string): string[] {
  return [...html.matchAll(/<th scope="row"[^>]*>(?:<a[^>]*>)?([^<]*)/g)].map(([, name = ""]) => name);
}

function linkIn(html: string, words: string): string {
  const [, address = ""] = new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${words}</a>`).exec(html) ?? [];
  return address.replaceAll("&amp;", "&");
}
