import { describe, expect, it } from "vitest";
import { ownPages } from "./site-pages.ts";
import { readVisit } from "./read-visit.server.ts";
import { optOutCookies, visitCookies } from "./visits.api.server.ts";
import { visitSchema } from "./visit.schema.ts";

const siteUrl = "https://www.example.com";
const at = new Date("2026-11-21T12:00:00Z");
const shared = ["/", "/faqs", "/pre-loi-assessment"];
const ownPagePath = ownPages({
  siteUrl,
  origins: [siteUrl],
  getDelivery: (path) => ({
    isKnown: shared.includes(path) || path.startsWith("/pre-loi-assessment/result/"),
    shared: !path.startsWith("/pre-loi-assessment/result/"),
  }),
});
const id = "0d4b7f0e-1111-4222-8333-444455556666";
const browserKey = "b0000000-0000-4000-8000-000000000001";
const headers = new Headers({
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "accept-language": "en",
});

function read(body: object, settings: { shortensAddresses: boolean } = { shortensAddresses: false }) {
  const input = visitSchema.parse(body);
  return readVisit(
    { siteUrl, ownPagePath, ...settings },
    { id, browserKey, input, headers, clientAddress: "203.0.113.77", at },
  );
}

describe("a visit", () => {
  it.each([
    [
      "the page's label",
      { url: "/pre-loi-assessment", referrer: "https://news.example/" },
      "pre-loi-assessment",
    ],
    [
      "the referrer",
      { url: "/faqs", referrer: "https://news.example/story?q=1" },
      "https://news.example/story",
    ],
    ["Direct", { url: "/faqs", referrer: "" }, "Direct"],
    ["Direct, from a page of this site", { url: "/faqs", referrer: `${siteUrl}/` }, "Direct"],
    ["Direct, for a page of another site", { url: "https://stranger.example/faqs" }, "Direct"],
    ["Direct, without any details", {}, "Direct"],
    ["a label in the request", { url: "/faqs", source: " autumn-mailing " }, "autumn-mailing"],
    ["Direct, instead of a two-line label", { source: "one\ntwo" }, "Direct"],
    ["the start of a label that is too long", { source: "é".repeat(101) }, "é".repeat(100)],
    ["Direct, instead of a label of another type", { source: { a: 1 } }, "Direct"],
  ])("has as its source %s", (_what, body, source) => {
    expect(read(body).source).toBe(source);
  });

  it("truncates every attribution field and the user agent to a byte limit", () => {
    const long = "é".repeat(1_000);
    const names = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "gclid"];
    const query = new URLSearchParams(names.map((name) => [name, "é".repeat(105)]));
    const url = `/faqs?${query.toString()}`;
    const referrer = `https://news.example/${"x".repeat(1_000)}`;
    const input = visitSchema.parse({ url, referrer });
    const longAgent = new Headers({ "user-agent": long });
    const { touch, userAgent } = readVisit(
      { siteUrl, ownPagePath, shortensAddresses: false },
      { id, browserKey, input, headers: longAgent, clientAddress: "203.0.113.77", at },
    );
    const value = "é".repeat(50);
    expect(touch).toMatchObject({
      referrer: referrer.slice(0, 200),
      campaign: { source: value, medium: value, campaign: value, term: value, content: value },
      clickId: { kind: "gclid", value: "é".repeat(100) },
    });
    expect(userAgent).toBe("é".repeat(150));
  });

  it("takes the network address and user agent from the request, not from the body", () => {
    const visit = read({
      first_name: "Thomas",
      last_name: "Avery",
      email: "t.avery@example.com",
      ip_address: "192.0.2.1",
      user_agent: "another",
    });
    expect(visit.ipAddress).toBe("203.0.113.77");
    expect(visit.userAgent).toBe(headers.get("user-agent"));
    expect(JSON.stringify(visit)).not.toMatch(/Avery|192\.0\.2\.1|another/i);
  });

  it("shortens the network address if the setting says so", () => {
    expect(read({}, { shortensAddresses: true }).ipAddress).toBe("203.0.113.0");
  });

  it("keeps the landing page and campaign, and nothing of a URL with a key", () => {
    expect(read({ url: "/faqs?utm_source=linkedin&gclid=abc&name=Avery" }).touch).toEqual({
      at: at.toISOString(),
      landingPage: "/faqs",
      referrer: null,
      campaign: { source: "linkedin" },
      clickId: { kind: "gclid", value: "abc" },
    });
    expect(read({ url: "/pre-loi-assessment/result/c2VjcmV0" }).touch).toBeNull();
  });

  it("that began at a missing page stores the not-found label instead of the URL", () => {
    expect(read({ url: "/thomas-avery?utm_source=linkedin" }).touch).toMatchObject({
      landingPage: "/404",
      campaign: { source: "linkedin" },
    });
  });

  it("of an automated browser is classified as a machine", () => {
    expect(read({}).trafficClass).toBe("person");
    expect(read({ automated: true })).toMatchObject({
      trafficClass: "machine",
      classReason: "a browser driven by a program",
    });
  });
});

describe("the cookies of a visit", () => {
  it("are its id for the session, and a new browser key for 180 days", () => {
    expect(visitCookies(id, browserKey, true)).toEqual([
      `visit=${id}; Path=/; SameSite=Lax; Secure`,
      `browser=${browserKey}; Max-Age=15552000; HttpOnly; Path=/; SameSite=Lax; Secure`,
    ]);
    expect(visitCookies(id, null, false)).toEqual([`visit=${id}; Path=/; SameSite=Lax`]);
  });

  it("contain no key if the browser opts out of tracking", () => {
    expect(optOutCookies(false)).toEqual([
      "visit=counted; Path=/; SameSite=Lax",
      "browser=; Max-Age=0; HttpOnly; Path=/; SameSite=Lax",
    ]);
  });
});
