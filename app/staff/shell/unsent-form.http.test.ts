import { describe, expect, test } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: new Date("2026-12-01T12:00:00Z") });

const typed = {
  title: "After the letter",
  start: "2027-01-21T12:00",
  timeZone: "America/Chicago",
  durationMinutes: "60",
  capacity: "80",
  hosts: "whitfield",
  "topic-1-title": "One",
  "topic-2-title": "Two",
  joinUrl: "https://live.example.com/after",
};

const form = "application/x-www-form-urlencoded";
const hostile = `"><script>alert(1)</script></form><img src=x onerror=alert(1)>`;

describe("a form posted without scripting after its session has ended", () => {
  test.each([
    ["has expired", async () => (await signedIn(site.db, { role: "staff", endsInMinutes: -1 })).cookie],
    [
      "was idle too long",
      async () => (await signedIn(site.db, { role: "staff", usedMinutesAgo: 60 })).cookie,
    ],
    ["was deleted with its account", removedCookie],
    ["is missing from the browser", () => Promise.resolve("")],
    [
      "was replaced by one without its second factor",
      async () => (await signedIn(site.db, { role: "staff", hasAuthenticator: true })).cookie,
    ],
  ])("is returned with all fields if the session %s", async (_, cookieOf) => {
    const response = await post("/admin/events/new", typed, { cookie: await cookieOf() });
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(response.headers.get("cache-control")).toBe("no-store");
    // A session that another tab has just started is kept.
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(html).toMatch(/<title>You were signed out, and your changes were not saved</);
    expect(html).toMatch(/<li>Leave this page open\.<.*in a new tab\..*choose “Send again”/s);
    expect(html).toContain('href="/auth?to=%2Fadmin%2Fevents%2Fnew" target="_blank"');
    expect(readFields(html)).toEqual(typed);
    expect(await site.db.selectFrom("events").select("id").execute()).toEqual([]);
  });

  test("is returned if it has a file input without a chosen file, which browsers send as an empty file", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(typed)) body.append(name, value);
    body.append("file", new File([], ""));
    const headers = { origin: testSiteUrl };
    const response = await site.request("/admin/events/new", { method: "POST", headers, body });
    expect(response.status).toBe(401);
    expect(readFields(await response.text())).toEqual(typed);
  });

  test("keeps the choice between two versions of a document, and the change of several people", async () => {
    const choice = { id: "1", revision: "2", "content.hero.title": "Mine", "choice.hero.title": "theirs" };
    expect(readFields(await (await post("/admin/content/home", choice)).text())).toEqual(choice);
    const change = {
      change: "review",
      person: "x.1",
      owner: "o",
      status: "",
      nextStep: "Call",
      nextStepOn: "",
    };
    expect(readFields(await (await post("/admin/people", change)).text())).toEqual(change);
  });

  test("is accepted when it is sent again after signing in", async () => {
    const html = await (await post("/admin/events/new", typed)).text();
    // Without an action, the form posts to the URL of the page, including its query.
    expect(html).not.toMatch(/<form[^>]* action=/);
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const response = await post("/admin/events/new", readFields(html), { cookie });
    expect(response.headers.get("location")).toMatch(/^\/admin\/events\/[\w-]+\?done=added/);
  });

  test("is refused if the account lacks permission", async () => {
    const fields = readFields(await (await post("/admin/events/new", typed)).text());
    for (const role of ["pending", "examiner"] as const) {
      const { cookie } = await signedIn(site.db, { role });
      const response = await post("/admin/events/new", fields, { cookie });
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain(typed.title);
    }
    expect(await site.db.selectFrom("events").select("id").execute()).toEqual([]);
  });

  test("keeps the original values of an event and every attendance mark", async () => {
    const opened = { ...typed, revision: "3", opened: JSON.stringify(typed) };
    expect(readFields(await (await post("/admin/events/x/edit", opened)).text())).toEqual(opened);

    const [id, attendee] = await storePastEvent();
    const marks = new URLSearchParams([
      ["shown", `${attendee} unknown`],
      ["came", attendee],
      ["rest", "away"],
    ]);
    const response = await post(`/admin/events/${id}?q=avery`, marks);
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(readFields(html)).toEqual(Object.fromEntries(marks));
    // The request is not authorized to see the name.
    expect(html).not.toContain("Thomas Avery");
    expect(html).toContain(`href="/auth?to=%2Fadmin%2Fevents%2F${id}"`);
  });
});

describe("no field is returned", () => {
  test.each([["https://evil.example"], ["null"], [`${testSiteUrl}.evil.example`]])(
    "for a form of another site: %s",
    async (origin) => {
      const response = await post("/admin/events/new", { title: hostile }, { origin });
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain("alert(1)");
    },
  );

  test("as markup: values are escaped", async () => {
    const html = await (await post("/admin/events/new", { title: hostile, topics: "</script>" })).text();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
    expect(html).not.toMatch(/[^{]<\/script>"/);
    expect(readFields(html)).toEqual({ title: hostile, topics: "</script>" });
  });

  test.each([
    ["a password", { ...typed, password: "a password for tests" }],
    ["a code", { ...typed, code: "123456" }],
    ["more fields than any form has", new URLSearchParams(Array(501).fill(["topics", "One"]))],
    ["more characters than any form has", { ...typed, topics: "<".repeat(20_000) }],
    ["only fields of another form", { intent: "rename", name: "Ruth" }],
    ["no fields", {}],
  ])("for a form with %s, which redirects to sign-in", async (_, fields) => {
    expect(await postAndReadRedirect("/admin/events/new", fields)).toBe(
      "302 /auth?to=%2Fadmin%2Fevents%2Fnew",
    );
  });

  test("for a form with a file, or a body that is not a form", async () => {
    const withFile = new FormData();
    withFile.append("title", "After the letter");
    withFile.append("topics", new File(["One"], "topics.txt"));
    for (const body of [withFile, '{"title":"x"}']) {
      const headers = {
        origin: testSiteUrl,
        ...(typeof body === "string" && { "content-type": "text/plain" }),
      };
      const response = await site.request("/admin/events/new", { method: "POST", headers, body });
      expect([response.status, response.headers.get("location")]).toEqual([
        302,
        "/auth?to=%2Fadmin%2Fevents%2Fnew",
      ]);
    }
  });

  test("for a form that exceeds the size limit", async () => {
    const response = await post("/admin/events/new", { ...typed, topics: "x".repeat(70_000) });
    expect(response.status).toBe(413);
  });

  test("if the form does not have it", async () => {
    const html = await (await post("/admin/events/new", { ...typed, further: "nonsense" })).text();
    expect(html).not.toContain("nonsense");
    expect(readFields(html)).toEqual(typed);
  });

  test("to the router, which keeps the page and is redirected", async () => {
    const response = await post("/admin/events/new.data", typed);
    const text = await response.text();
    expect(response.status).toBe(202);
    expect(text).toContain('"/auth?to=%2Fadmin%2Fevents%2Fnew"');
    expect(text).not.toContain(typed.title);
  });

  test.each(["/admin/team", "/admin/account", "/admin/people", "/admin/audit"])(
    "for any other form: %s",
    async (path) => {
      expect(await postAndReadRedirect(path, { q: "avery", name: "Ruth", email: "ruth@example.com" })).toBe(
        `302 /auth?to=${encodeURIComponent(path)}`,
      );
    },
  );
});

function post(
  path: string,
  fields: Readonly<Record<string, string>> | URLSearchParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new URLSearchParams(fields).toString();
  return site.request(
    path,
    { method: "POST", headers: { origin: testSiteUrl, "content-type": form, ...headers }, body },
    newAddress(),
  );
}

async function postAndReadRedirect(path: string, fields: Parameters<typeof post>[1]): Promise<string> {
  const { status, headers } = await post(path, fields);
  return `${status} ${headers.get("location")}`;
}

async function removedCookie(): Promise<string> {
  const { cookie, accountId } = await signedIn(site.db, { role: "staff" });
  await site.db.deleteFrom("staffUsers").where("id", "=", accountId).execute();
  return cookie;
}

/** The fields that a browser would send again. */
function readFields(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, decodeEntities(value)]));
}

const entities: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

function decodeEntities(markup: string): string {
  return markup.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? "");
}

/** A past event and one of its attendees. */
async function storePastEvent(): Promise<[event: string, attendee: string]> {
  const event = await site.db
    .insertInto("events")
    .values(anEvent({ startsAt: new Date("2026-11-20T18:00:00Z") }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const attendee = await site.db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ eventId: event.id, name: "Thomas Avery" }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return [event.id, attendee.id];
}
