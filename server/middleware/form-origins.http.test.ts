import { describe, expect, it } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";

const partner = "https://landing.example.com";
const site = testApp({ formOrigins: [partner] });

const endpoint = "/functions/v1/pre-loi-assessment";
const publicEndpoints = [
  endpoint,
  "/functions/v1/linkedin-live-signup",
  "/functions/v1/visitors",
  "/functions/v1/tracking-events",
];

const countLeads = async (): Promise<number> =>
  (await site.db.selectFrom("preLoiAssessments").select("id").execute()).length;

/** What a browser asks before it lets a page of another origin post. */
const ask = (path: string, origin: string) =>
  site.request(path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,idempotency-key",
    },
  });

describe.each(publicEndpoints)("%s", (path) => {
  it.each([
    ["a page of ours", { origin: testSiteUrl }],
    ["a page that the setting names", { origin: partner, "sec-fetch-site": "cross-site" }],
    ["a program that is no browser", {}],
    ["a browser that typed the address itself", { "sec-fetch-site": "none" }],
  ])("hears %s", async (_who, headers: { origin?: string; "sec-fetch-site"?: string }) => {
    const response = await site.postJson(path, {}, headers);
    expect(response.status).not.toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBe(headers.origin ?? null);
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  });

  it.each([
    ["a page of a stranger", { origin: "https://stranger.example" }],
    ["a page without an origin, in a sandbox or a file", { origin: "null" }],
    ["an empty origin", { origin: "" }],
    ["the partner without TLS", { origin: "http://landing.example.com" }],
    ["the partner at another port", { origin: `${partner}:8443` }],
    ["a host that only begins like the partner's", { origin: `${partner}.stranger.example` }],
    ["two origins in one header", { origin: `${partner}, ${testSiteUrl}` }],
    ["another site's page whose browser keeps the origin back", { "sec-fetch-site": "cross-site" }],
    [
      "a stranger with a bearer",
      { origin: "https://stranger.example", authorization: "Bearer anonymous-key" },
    ],
  ])("refuses %s", async (_who, headers) => {
    const response = await site.postJson(path, anAssessment(), headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { kind: "foreign-origin" } });
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(await countLeads()).toBe(0);
  });

  it.each([partner, testSiteUrl])(
    "tells the browser of a page of %s that it may post, without credentials",
    async (origin) => {
      const response = await ask(path, origin);
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      expect(response.headers.get("access-control-allow-methods")).toBe("POST");
      expect(response.headers.get("access-control-allow-headers")).toBe(
        "content-type,authorization,idempotency-key",
      );
      expect(response.headers.has("access-control-allow-credentials")).toBe(false);
      expect(response.headers.get("vary")).toContain("Origin");
    },
  );

  it.each(["https://stranger.example", "null"])(
    "tells the browser of a page of %s nothing",
    async (origin) => {
      const response = await ask(path, origin);
      expect(response.status).toBe(403);
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    },
  );
});

describe("a page that the setting names", () => {
  it("has its lead stored, whatever its bearer says", async () => {
    for (const authorization of ["Bearer anonymous-public-key", "Bearer ' or 1=1", "Basic eDp5"]) {
      const response = await site.postJson(endpoint, anAssessment(), { origin: partner, authorization });
      expect(response.status).toBe(200);
    }
    expect(await countLeads()).toBe(1);
  });

  it.each([
    ["invalid", "{", { "content-type": "application/json" }, 400],
    ["of another type", "a=1", { "content-type": "text/plain" }, 415],
    ["too large", JSON.stringify({ name: "a".repeat(70_000) }), { "content-type": "application/json" }, 413],
  ])("can read why a body was refused that is %s", async (_what, body, headers, status) => {
    const response = await site.request(endpoint, {
      method: "POST",
      headers: { ...headers, origin: partner },
      body,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBe(partner);
  });

  it("may post to the public endpoints and nowhere else", async () => {
    for (const path of ["/pre-loi-assessment", "/api/auth/sign-in/email"]) {
      const response = await site.postForm(path, { name: "x" }, { origin: partner });
      expect(response.status, path).toBe(403);
      expect(response.headers.has("access-control-allow-origin"), path).toBe(false);
    }
  });
});

it("mail programs unsubscribe from wherever they are", async () => {
  const response = await site.postForm(
    "/functions/v1/letters/unsubscribe/unknown-key",
    { "List-Unsubscribe": "One-Click" },
    { origin: "https://mail.stranger.example", "sec-fetch-site": "cross-site" },
  );
  expect(response.status).toBe(404);
});
