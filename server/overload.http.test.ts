import { describe, expect, test } from "vitest";
import { renderLimits } from "#app/platform/limits.ts";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";

const site = testApp();
/** A page rendered for each request. */
const rendered = "/auth/reset";

describe("pages rendered per request", () => {
  test("are limited; further requests get a small response with Retry-After", async () => {
    const many = renderLimits.maxConcurrent + renderLimits.maxWaiting + 20;
    const answers = await Promise.all(
      Array.from({ length: many }, () => site.request(rendered, {}, newAddress())),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length).toBe(many - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(20);
    const [one] = refused;
    expect(one?.headers.get("retry-after")).toBe("1");
    expect(one?.headers.get("cache-control")).toBe("no-store");
    expect(one?.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = (await one?.text()) ?? "";
    expect(html).toMatch(/^<!DOCTYPE html>.*<h1>The site is very busy<\/h1>/);
    expect(html.length).toBeLessThan(1_000);
    // The next page is rendered again.
    expect((await site.request(rendered, {}, newAddress())).status).toBe(200);
  });

  test("do not block cached pages", async () => {
    const waiting = Array.from({ length: 60 }, () => site.request(rendered, {}, newAddress()));
    const others = ["/", "/faqs", "/auth", "/pre-loi-assessment"].map((path) => site.request(path));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all(waiting);
  });
});
