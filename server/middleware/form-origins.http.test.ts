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

/** Sends the preflight request of a browser. */
const sendPreflight = (path: string, origin: string) =>
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
    ["a page of this site", { origin: testSiteUrl }],
    ["a page of a permitted site", { origin: partner, "sec-fetch-site": "cross-site" }],
    ["a client that is not a browser", {}],
    ["a request without a page, for example a typed address", { "sec-fetch-site": "none" }],
  ])("accepts %s", async (_who, headers: { origin?: string; "sec-fetch-site"?: string }) => {
    const response = await site.postJson(path, {}, headers);
    expect(response.status).not.toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBe(headers.origin ?? null);
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  });

  it.each([
    ["a page of an unknown site", { origin: "https://unknown.example" }],
    ["a sandboxed page or a local file, without an origin", { origin: "null" }],
    ["an empty origin", { origin: "" }],
    ["the partner without TLS", { origin: "http://landing.example.com" }],
    ["the partner at another port", { origin: `${partner}:8443` }],
    ["a host that starts with the partner's", { origin: `${partner}.unknown.example` }],
    ["two origins in one header", { origin: `${partner}, ${testSiteUrl}` }],
    ["a page of another site whose browser omits the origin", { "sec-fetch-site": "cross-site" }],
    [
      "an unknown site with a bearer token",
      { origin: "https://unknown.example", authorization: "Bearer anonymous-key" },
    ],
  ])("rejects %s", async (_who, headers) => {
    const response = await site.postJson(path, anAssessment(), headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { kind: "foreign-origin" } });
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(await countLeads()).toBe(0);
  });

  it.each([partner, testSiteUrl])("permits a preflight from %s, without credentials", async (origin) => {
    const response = await sendPreflight(path, origin);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("access-control-allow-methods")).toBe("POST");
    expect(response.headers.get("access-control-allow-headers")).toBe(
      "content-type,authorization,idempotency-key",
    );
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    expect(response.headers.get("vary")).toContain("Origin");
  });

  it.each(["https://unknown.example", "null"])(
    "rejects a preflight from %s without CORS headers",
    async (origin) => {
      const response = await sendPreflight(path, origin);
      expect(response.status).toBe(403);
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    },
  );
});

describe("a page of a permitted site", () => {
  it("stores its lead regardless of a bearer token", async () => {
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
  ])("can read the error about a body that is %s", async (_what, body, headers, status) => {
    const response = await site.request(endpoint, {
      method: "POST",
      headers: { ...headers, origin: partner },
      body,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBe(partner);
  });

  it("can post only to the public endpoints", async () => {
    for (const path of ["/pre-loi-assessment", "/api/auth/sign-in/email"]) {
      const response = await site.postForm(path, { name: "x" }, { origin: partner });
      expect(response.status, path).toBe(403);
      expect(response.headers.has("access-control-allow-origin"), path).toBe(false);
    }
  });
});

it("mail clients can unsubscribe from any origin", async () => {
  const response = await site.postForm(
    "/functions/v1/letters/unsubscribe/unknown-key",
    { "List-Unsubscribe": "One-Click" },
    { origin: "https://mail.unknown.example", "sec-fetch-site": "cross-site" },
  );
  expect(response.status).toBe(404);
});
