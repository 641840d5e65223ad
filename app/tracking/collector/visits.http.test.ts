import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/kit/app.ts";

const now = new Date("2026-11-21T18:00:00Z");
const site = testApp({ now });
const visitors = "/functions/v1/visitors";
const trackingEvents = "/functions/v1/tracking-events";

/** Headers of a person's browser. */
const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "accept-language": "en-US",
  "sec-fetch-site": "same-origin",
};

const aVisit = (changes: object = {}) => ({
  id: randomUUID(),
  url: "/faqs?utm_source=linkedin",
  referrer: "https://www.linkedin.com/feed/",
  automated: false,
  ...changes,
});

const anEvent = (changes: object = {}) => ({
  id: randomUUID(),
  event_type: "page_view",
  url: "/faqs",
  timestamp: now.toISOString(),
  ...changes,
});

const rows = () => site.db.selectFrom("visitors").selectAll().execute();
const events = () => site.db.selectFrom("trackingEvents").selectAll().execute();

async function recordVisit(): Promise<string> {
  const visit = aVisit();
  expect((await site.postJson(visitors, visit, browser)).status).toBe(200);
  return visit.id;
}

describe("POST /functions/v1/visitors", () => {
  it("stores the visit and sets two cookies, one of them hidden from scripts", async () => {
    const visit = aVisit();
    const response = await site.postJson(visitors, visit, browser);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: { id: visit.id } });
    const [row] = await rows();
    expect(row).toMatchObject({
      id: visit.id,
      firstName: "Anonymous",
      lastName: "Visitor",
      source: "https://www.linkedin.com/feed/",
      ipAddress: "127.0.0.1",
      userAgent: browser["user-agent"],
      trafficClass: "person",
      lastTouch: { landingPage: "/faqs", campaign: { source: "linkedin" } },
    });
    expect(response.headers.getSetCookie()).toEqual([
      `visit=${visit.id}; Path=/; SameSite=Lax`,
      `browser=${row?.browserKey}; Max-Age=15552000; HttpOnly; Path=/; SameSite=Lax`,
    ]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("recognizes the browser by its key without extending its expiry", async () => {
    const key = randomUUID();
    const response = await site.postJson(visitors, aVisit(), { ...browser, cookie: `browser=${key}` });
    expect((await rows())[0]?.browserKey).toBe(key);
    expect(response.headers.getSetCookie()).toHaveLength(1);
  });

  it("stores a resent visit once and never reveals its browser key", async () => {
    const visit = aVisit();
    await site.postJson(visitors, visit, browser);
    const stored = await rows();
    // A stranger who knows the id, with another browser key or none.
    for (const cookie of ["", `browser=${randomUUID()}`]) {
      const response = await site.postJson(visitors, { ...visit, url: "/about" }, { ...browser, cookie });
      expect(response.status).toBe(200);
      const [marker, ...keys] = response.headers.getSetCookie();
      expect(marker).toBe(`visit=${visit.id}; Path=/; SameSite=Lax`);
      expect(keys).toHaveLength(cookie === "" ? 1 : 0);
      expect(keys.join("")).not.toContain(stored[0]?.browserKey);
    }
    expect(await rows()).toEqual(stored);
  });

  it("accepts the specified body and ignores claimed identities", async () => {
    const response = await site.postJson(visitors, {
      first_name: "Thomas",
      last_name: "Avery",
      email: "t.avery@example.com",
      source: "pre-loi-assessment-form",
      ip_address: "192.0.2.1",
      user_agent: "made up",
    });
    expect(response.status).toBe(200);
    const [row] = await rows();
    expect(row).toMatchObject({
      firstName: "Anonymous",
      source: "pre-loi-assessment-form",
      ipAddress: "127.0.0.1",
      userAgent: null,
      trafficClass: "machine",
      lastTouch: null,
    });
    expect(row?.email).toBe(`visit-${row?.id}@visitors.invalid`);
  });

  it("accepts a forwarded address only from a trusted proxy", async () => {
    const forged = { ...browser, "x-forwarded-for": "192.0.2.99" };
    await site.request(visitors, post(aVisit(), forged), "203.0.113.7");
    await site.request(
      visitors,
      post(aVisit(), { ...forged, "x-forwarded-for": "192.0.2.99, 198.51.100.4" }),
      "10.0.0.1",
    );
    expect(new Set((await rows()).map(({ ipAddress }) => ipAddress))).toEqual(
      new Set(["198.51.100.4", "203.0.113.7"]),
    );
  });

  it.each([{ "sec-gpc": "1" }, { dnt: "1" }])(
    "only increments the total of the day for a browser that sends %j",
    async (wish) => {
      const cookie = `visit=${randomUUID()}; browser=${randomUUID()}`;
      const response = await site.postJson(visitors, {}, { ...browser, ...wish, cookie });
      expect(await response.json()).toEqual({ data: { id: null } });
      expect(response.headers.getSetCookie()).toEqual([
        "visit=counted; Path=/; SameSite=Lax",
        "browser=; Max-Age=0; HttpOnly; Path=/; SameSite=Lax",
      ]);
      expect(await rows()).toEqual([]);
      const totals = await site.db.selectFrom("visitTotals").selectAll().execute();
      expect(totals).toEqual([{ day: "2026-11-21", trafficClass: "person", visits: 1 }]);
    },
  );

  it("counts a visit of an automated browser that opts out as a machine's", async () => {
    await site.postJson(visitors, { automated: true }, { ...browser, "sec-gpc": "1" });
    const totals = await site.db.selectFrom("visitTotals").selectAll().execute();
    expect(totals).toEqual([{ day: "2026-11-21", trafficClass: "machine", visits: 1 }]);
  });

  it.each([
    [
      "a robot that identifies itself",
      { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" },
      {},
      "machine",
    ],
    ["a browser without a window", { "user-agent": "Mozilla/5.0 HeadlessChrome/142.0" }, {}, "machine"],
    ["a browser that a program drives", {}, { automated: true }, "machine"],
    ["a program with a browser's name", { "accept-language": "", "sec-fetch-site": "" }, {}, "unsure"],
  ])("classifies %s, with the reason", async (_who, headers, body, trafficClass) => {
    const sent = Object.entries({ ...browser, ...headers }).filter(([, value]) => value !== "");
    await site.postJson(visitors, aVisit(body), Object.fromEntries(sent));
    const [row] = await rows();
    expect(row?.trafficClass).toBe(trafficClass);
    expect(row?.classReason).toBeTruthy();
  });

  it.each([
    ["half of a UUID as its id", { id: "0d4b7f0e-1111" }, ["id"]],
    ["a number as its URL", { url: 7 }, ["url"]],
    ["a list as its referrer", { referrer: ["https://news.example/"] }, ["referrer"]],
    ["text instead of a boolean", { automated: "no" }, ["automated"]],
  ])("refuses %s and names the field", async (_what, changes, fields) => {
    const response = await site.postJson(visitors, aVisit(changes), browser);
    expect(response.status).toBe(400);
    const answer = (await response.json()) as { error: { fields: object } }; // the documented shape
    expect(Object.keys(answer.error.fields)).toEqual(fields);
    expect(await rows()).toEqual([]);
  });

  it.each([
    ["an invalid URL", { url: "https://[" }],
    ["a javascript: URL", { url: "javascript:alert(1)" }],
    ["the URL of another site", { url: "https://stranger.example/faqs?utm_source=x" }],
    ["a page with a key", { url: "/pre-loi-assessment/result/c2VjcmV0LXNlY3JldC1zZWNyZXQ" }],
    ["a label with a NUL", { url: undefined, source: "a\u0000b" }],
    ["half of a surrogate pair", { url: undefined, source: "\ud800" }],
  ])("stores a visit with %s and drops the value", async (_what, changes) => {
    const response = await site.postJson(visitors, aVisit({ referrer: "", ...changes }), browser);
    expect(response.status).toBe(200);
    expect(await rows()).toMatchObject([{ source: "Direct", lastTouch: null }]);
  });

  it.each(["/no-such-page", "/wp-login.php?name=Avery", "/call-me-at-(512)-555-0100", "/robots.txt/x"])(
    "stores %s, the URL of a missing page, as the not-found page without the sender's text",
    async (url) => {
      const link = `${url}${url.includes("?") ? "&" : "?"}utm_source=linkedin`;
      await site.postJson(visitors, aVisit({ url: link, referrer: "" }), browser);
      const [row] = await rows();
      expect(row?.lastTouch).toMatchObject({ landingPage: "/404", campaign: { source: "linkedin" } });
      const event = anEvent({ url: link });
      await site.postJson(
        trackingEvents,
        { visit: row?.id, sentAt: now.getTime(), events: [event] },
        browser,
      );
      const [stored] = await events();
      expect(stored).toMatchObject({ url: "/404", touch: { landingPage: "/404" } });
      // Random ids, like times, can contain any digits.
      const texts = JSON.stringify([row, stored], (key, value: unknown) =>
        /id$|key$/i.test(key) ? "" : value,
      );
      expect(texts).not.toMatch(/no-such|wp-login|Avery|555-0100|robots/);
    },
  );

  it("truncates a referrer of 15,000 characters", async () => {
    const referrer = `https://news.example/${"a".repeat(15_000)}`;
    const response = await site.postJson(visitors, aVisit({ url: "/faqs", referrer }), browser);
    expect(response.status).toBe(200);
    expect(await rows()).toMatchObject([
      { source: referrer.slice(0, 200), lastTouch: { referrer: referrer.slice(0, 200) } },
    ]);
  });

  it("reads only the first 4,000 characters of a URL", async () => {
    const url = `/faqs?utm_source=linkedin&utm_medium=${"a".repeat(3_980)}&utm_campaign=late`;
    expect((await site.postJson(visitors, aVisit({ url }), browser)).status).toBe(200);
    const [row] = await rows();
    expect(row?.lastTouch?.campaign).toEqual({ source: "linkedin", medium: "a".repeat(100) });
  });

  it("refuses a body of more than 16 KB", async () => {
    const response = await site.postJson(visitors, aVisit({ url: `/faqs?${"a&".repeat(8_192)}` }), browser);
    expect(response.status).toBe(413);
    expect(await rows()).toEqual([]);
  });
});

describe("POST /functions/v1/tracking-events", () => {
  it("stores events once and returns their number", async () => {
    const visit = await recordVisit();
    const batch = [
      anEvent({ timeOnPage: 0 }),
      anEvent({ event_type: "scroll_depth", percentage: 25, timeOnPage: 900 }),
      anEvent({ event_type: "user_idle", idleTime: 61_000 }),
      anEvent({ event_type: "booking_click", target: "Book a 30-minute call" }),
    ];
    for (let sent = 0; sent < 2; sent += 1) {
      const response = await site.postJson(
        trackingEvents,
        { visit, sentAt: now.getTime(), events: batch },
        browser,
      );
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ data: { stored: 4, dropped: 0 } });
    }
    const stored = await events();
    expect(stored.map(({ id }) => id).toSorted()).toEqual(batch.map(({ id }) => id).toSorted());
    expect(stored.find(({ eventType }) => eventType === "user_idle")).toMatchObject({
      url: "/faqs",
      idleTime: 61_000,
    });
  });

  it.each([{ "sec-gpc": "1" }, { dnt: "1" }])(
    "stores nothing from a browser that opts out after its visit, and removes its keys: %j",
    async (signal) => {
      const visit = await recordVisit();
      const body = { visit, sentAt: now.getTime(), events: [anEvent()] };
      const response = await site.postJson(trackingEvents, body, { ...browser, ...signal });
      expect(await response.json()).toEqual({ data: { stored: 0, dropped: 1 } });
      expect(response.headers.getSetCookie()[0]).toMatch(/^visit=counted;/);
      expect(await events()).toEqual([]);
    },
  );

  it("drops invalid events, stores the others and returns both numbers", async () => {
    const visit = await recordVisit();
    const batch = [
      anEvent(),
      anEvent({ event_type: "purchase" }),
      anEvent({ url: "https://stranger.example/" }),
      anEvent({ url: "/linkedin-live-signup/place/c2VjcmV0LXNlY3JldC1zZWNyZXQ" }),
      anEvent({ timestamp: "2027-01-01T00:00:00Z" }),
      null,
    ];
    const response = await site.postJson(
      trackingEvents,
      { visit, sentAt: now.getTime(), events: batch },
      browser,
    );
    expect(await response.json()).toEqual({ data: { stored: 1, dropped: 5 } });
    expect(await events()).toHaveLength(1);
  });

  it("accepts every shared page", async () => {
    const visit = await recordVisit();
    const paths = ["/", "/faqs", "/pre-loi-assessment", "/linkedin-live-signup", "/blog", "/about"];
    const batch = paths.map((url) => anEvent({ url }));
    await site.postJson(trackingEvents, { visit, sentAt: now.getTime(), events: batch }, browser);
    expect((await events()).map(({ url }) => url).toSorted()).toEqual(paths.toSorted());
  });

  it("drops the events of an unknown visit", async () => {
    const response = await site.postJson(
      trackingEvents,
      { visit: randomUUID(), events: [anEvent()] },
      browser,
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: { stored: 0, dropped: 1 } });
  });

  it("stores 500 events per visit and reports that it dropped the others", async () => {
    const visit = await recordVisit();
    const send = async (count: number) => {
      const body = { visit, events: Array.from({ length: count }, () => anEvent()) };
      const answer: unknown = await (await site.postJson(trackingEvents, body, browser)).json();
      return answer;
    };
    for (let sent = 0; sent < 500; sent += 50) {
      expect(await send(50)).toEqual({ data: { stored: 50, dropped: 0 } });
    }
    expect(await send(3)).toEqual({ data: { stored: 0, dropped: 3 } });
    expect(await events()).toHaveLength(500);
  });

  it.each([
    ["no visit", { events: [] }, "visit"],
    ["an invalid visit", { visit: "counted", events: [] }, "visit"],
    ["no events", { visit: randomUUID() }, "events"],
    ["51 events", { visit: randomUUID(), events: Array.from({ length: 51 }, () => anEvent()) }, "events"],
  ])("refuses %s", async (_what, body, field) => {
    const response = await site.postJson(trackingEvents, body, browser);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { kind: string; fields: object } }; // the documented shape
    expect([error.kind, Object.keys(error.fields)]).toEqual(["invalid", [field]]);
  });
});

describe.each([visitors, trackingEvents])("%s", (path) => {
  it.each([
    ["malformed JSON", "{", "application/json", 400],
    ["half of a body", '{"url":"/fa', "application/json", 400],
    ["a list", "[]", "application/json", 400],
    ["a bare null", "null", "application/json", 400],
    ["nothing", "", "application/json", 400],
    ["a form", "url=/faqs", "application/x-www-form-urlencoded", 415],
    ["plain text", "{}", "text/plain", 415],
    [
      "a referrer of a million characters",
      JSON.stringify({ referrer: "a".repeat(1_000_000) }),
      "application/json",
      413,
    ],
  ])("refuses %s", async (_what, body, type, status) => {
    const response = await site.postJson(path, body, { ...browser, "content-type": type });
    expect(response.status).toBe(status);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await rows()).toEqual([]);
  });

  it("rejects pages of other origins", async () => {
    const response = await site.postJson(path, aVisit(), { ...browser, origin: "https://stranger.example" });
    expect(response.status).toBe(403);
    expect(await rows()).toEqual([]);
  });

  it("rejects GET", async () => {
    expect((await site.request(path)).status).toBe(405);
  });

  it("logs nothing for accepted requests", async () => {
    const lines = site.logged.length;
    await site.postJson(path, aVisit(), browser);
    expect(site.logged.slice(lines)).toEqual([]);
  });
});

function post(body: object, headers: Record<string, string>): RequestInit {
  return {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}
