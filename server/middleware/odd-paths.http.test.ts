import { describe, expect, test } from "vitest";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";

const site = testApp();

describe("a path that cannot exist is rejected before routing", () => {
  test.each([
    ["two slashes in a row", "/services//exit"],
    ["two slashes at the start", "//example.com/"],
    ["two slashes at the end", "/faqs//"],
    ["thousands of slashes", `/a${"/".repeat(15_900)}a/`],
    ["more than one KB", `/${"a".repeat(1_024)}`],
    ["more than one KB with a slash at the end", `/${"a".repeat(1_024)}/`],
    ["more than one KB when encoded", `/${"%61".repeat(342)}`],
    ["two slashes below the assets", "/assets//x.js"],
    ["two slashes below an endpoint", "/functions/v1//visitors"],
  ])("%s", async (_what, path) => {
    for (const method of ["GET", "HEAD", "POST", "PUT", "OPTIONS"]) {
      const response = await site.request(path, { method, headers: { origin: testSiteUrl } });
      expect(response.status, method).toBe(404);
      expect(response.headers.get("location"), method).toBeNull();
      expect(response.headers.get("x-content-type-options"), method).toBe("nosniff");
    }
  });

  test("a browser gets the not-found page", async () => {
    const response = await site.request("/faqs//");
    expect(await response.text()).toContain("Oops! Page not found");
    expect(response.headers.get("content-type")).toContain("text/html");
  });

  test("ignores slashes in the query and the query's length", async () => {
    expect((await site.request(`/faqs?from=https://example.com//${"a".repeat(2_000)}`)).status).toBe(200);
  });

  test("routes a path of exactly 1 KB", async () => {
    const response = await site.request(`/${"a".repeat(1_022)}/`);
    expect(response.status).toBe(308);
  });
});
