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
  topics: "One\nTwo",
  joinUrl: "https://live.example.com/after",
};

const form = "application/x-www-form-urlencoded";
const hostile = `"><script>alert(1)</script></form><img src=x onerror=alert(1)>`;

describe("a form that is sent after its session has ended, without scripting", () => {
  test.each([
    ["ended", async () => (await signedIn(site.db, { role: "staff", endsInMinutes: -1 })).cookie],
    ["lain idle", async () => (await signedIn(site.db, { role: "staff", usedMinutesAgo: 60 })).cookie],
    ["gone with its account", removedCookie],
    ["gone from the browser, too", () => Promise.resolve("")],
    [
      "been replaced by one that has not shown its second factor",
      async () => (await signedIn(site.db, { role: "staff", hasAuthenticator: true })).cookie,
    ],
  ])("comes back with all that was typed where it has %s", async (_, cookieOf) => {
    const response = await post("/admin/events/new", typed, { cookie: await cookieOf() });
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(response.headers.get("cache-control")).toBe("no-store");
    // A session that another tab has just brought stays.
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(html).toMatch(/<title>You are signed out, and nothing was saved \|/);
    expect(html).toMatch(/<li>Leave this page open\.<.*in a new tab\..*press “Send it again”/s);
    expect(html).toContain('href="/auth?to=%2Fadmin%2Fevents%2Fnew" target="_blank"');
    expect(fieldsIn(html)).toEqual(typed);
    expect(await site.db.selectFrom("events").select("id").execute()).toEqual([]);
  });

  test("is taken when it is sent again, to the same address, by whoever has signed in", async () => {
    const html = await (await post("/admin/events/new", typed)).text();
    // Without an address of its own it goes to that of the page, with what was searched for there.
    expect(html).not.toMatch(/<form[^>]* action=/);
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const response = await post("/admin/events/new", fieldsIn(html), { cookie });
    expect(response.headers.get("location")).toMatch(/^\/admin\/events\/[\w-]+\?done=added/);
  });

  test("is not taken from somebody who may not send it: they are told as ever", async () => {
    const fields = fieldsIn(await (await post("/admin/events/new", typed)).text());
    for (const role of ["pending", "examiner"] as const) {
      const { cookie } = await signedIn(site.db, { role });
      const response = await post("/admin/events/new", fields, { cookie });
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain(typed.title);
    }
    expect(await site.db.selectFrom("events").select("id").execute()).toEqual([]);
  });

  test("keeps what stood in an event when its form was opened, and every tick of who came", async () => {
    const opened = { ...typed, revision: "3", opened: JSON.stringify(typed) };
    expect(fieldsIn(await (await post("/admin/events/x/edit", opened)).text())).toEqual(opened);

    const [id, holder] = await heldEvent();
    const marks = new URLSearchParams([
      ["shown", `${holder} unknown`],
      ["came", holder],
      ["rest", "away"],
    ]);
    const response = await post(`/admin/events/${id}?q=avery`, marks);
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(fieldsIn(html)).toEqual(Object.fromEntries(marks));
    // Nobody has shown that they may see who it was.
    expect(html).not.toContain("Thomas Avery");
    expect(html).toContain(`href="/auth?to=%2Fadmin%2Fevents%2F${id}"`);
  });
});

describe("nothing comes back", () => {
  test.each([["https://evil.example"], ["null"], [`${testSiteUrl}.evil.example`]])(
    "of what another site’s page has sent: %s",
    async (origin) => {
      const response = await post("/admin/events/new", { title: hostile }, { origin });
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain("alert(1)");
    },
  );

  test("as markup: whatever was typed is text", async () => {
    const html = await (await post("/admin/events/new", { title: hostile, topics: "</script>" })).text();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
    expect(html).not.toMatch(/[^{]<\/script>"/);
    expect(fieldsIn(html)).toEqual({ title: hostile, topics: "</script>" });
  });

  test.each([
    ["a password", { ...typed, password: "a password for tests" }],
    ["a code", { ...typed, code: "123456" }],
    ["more fields than any form has", new URLSearchParams(Array(501).fill(["topics", "One"]))],
    ["more characters than any form has", { ...typed, topics: "<".repeat(20_000) }],
    ["fields of another form alone", { intent: "rename", name: "Ruth" }],
    ["no field at all", {}],
  ])("of a form with %s: it leads to the sign-in screen", async (_, fields) => {
    expect(await leadsTo("/admin/events/new", fields)).toBe("302 /auth?to=%2Fadmin%2Fevents%2Fnew");
  });

  test("of a form with a file, or of what is no form", async () => {
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

  test("of a form that is longer than any may be", async () => {
    const response = await post("/admin/events/new", { ...typed, topics: "x".repeat(70_000) });
    expect(response.status).toBe(413);
  });

  test("beside the fields that the form has", async () => {
    const html = await (await post("/admin/events/new", { ...typed, further: "nonsense" })).text();
    expect(html).not.toContain("nonsense");
    expect(fieldsIn(html)).toEqual(typed);
  });

  test("to the router, which keeps the page with its form: it is led away as ever", async () => {
    const response = await post("/admin/events/new.data", typed);
    const text = await response.text();
    expect(response.status).toBe(202);
    expect(text).toContain('"/auth?to=%2Fadmin%2Fevents%2Fnew"');
    expect(text).not.toContain(typed.title);
  });

  test.each(["/admin/team", "/admin/account", "/admin/people", "/admin/audit"])(
    "of any other form: %s",
    async (path) => {
      expect(await leadsTo(path, { q: "avery", name: "Ruth", email: "ruth@example.com" })).toBe(
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

async function leadsTo(path: string, fields: Parameters<typeof post>[1]): Promise<string> {
  const { status, headers } = await post(path, fields);
  return `${status} ${headers.get("location")}`;
}

async function removedCookie(): Promise<string> {
  const { cookie, accountId } = await signedIn(site.db, { role: "staff" });
  await site.db.deleteFrom("staffUsers").where("id", "=", accountId).execute();
  return cookie;
}

/** What a browser would send again, as it stands in the page. */
function fieldsIn(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, textIn(value)]));
}

const entities: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

function textIn(markup: string): string {
  return markup.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? "");
}

/** An event that is over, and somebody who held a place. */
async function heldEvent(): Promise<[event: string, holder: string]> {
  const event = await site.db
    .insertInto("events")
    .values(anEvent({ startsAt: new Date("2026-11-20T18:00:00Z") }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const holder = await site.db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ eventId: event.id, name: "Thomas Avery" }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return [event.id, holder.id];
}
