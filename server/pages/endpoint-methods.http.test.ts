import { describe, expect, test } from "vitest";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";

const site = testApp();

describe("an endpoint requested with an unsupported method", () => {
  test.each([
    ["GET", "/functions/v1/pre-loi-assessment", "POST"],
    ["GET", "/functions/v1/linkedin-live-signup", "POST"],
    ["GET", "/functions/v1/visitors", "POST"],
    ["GET", "/functions/v1/tracking-events", "POST"],
    ["HEAD", "/functions/v1/visitors", "POST"],
    ["PUT", "/functions/v1/pre-loi-assessment", "POST"],
    ["DELETE", "/functions/v1/letters/unsubscribe/some-key", "POST, GET, HEAD"],
    ["GET", "/api/auth/passkey/verify-registration", "POST"],
    ["GET", "/api/auth/passkey/verify-authentication", "POST"],
    ["POST", "/api/session", "GET, HEAD"],
    ["PUT", "/api/exports/assessments.csv", "GET, HEAD, POST"],
  ])("%s %s: 405 with Allow: %s", async (method, path, allowed) => {
    const response = await site.request(path, { method, headers: { origin: testSiteUrl } });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allowed);
    expect(response.headers.get("content-type")).toContain("application/json");
  });

  test.each([
    "/functions/v1/nothing",
    "/functions/v1/visitors/",
    "/functions/v1/letters/unsubscribe/",
    "/api/session/more",
    "/api/auth/sign-in/email",
  ])("%s is not an endpoint: 404", async (path) => {
    expect((await site.request(path)).status).toBe(404);
  });
});

test("every POST-only endpoint answers GET with 405", async () => {
  const routed = site.routed().map((route) => route.split(" ", 2));
  const readable = new Set(routed.flatMap(([method, path = ""]) => (method === "GET" ? [path] : [])));
  const posts = routed.flatMap(([method, path = ""]) =>
    method === "POST" && !path.includes("*") ? [path] : [],
  );
  const postOnly = [...new Set(posts)].filter(
    (path) => /^\/(api|functions)\//.test(path) && !readable.has(path),
  );
  expect(postOnly.length).toBeGreaterThanOrEqual(6);
  for (const path of postOnly) {
    expect((await site.request(path.replaceAll(/:\w+/g, "x"))).status, path).toBe(405);
  }
});
