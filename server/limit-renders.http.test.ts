import { expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

// The clock is frozen so that no new minute starts during a test.
const site = testApp({ maxRendersPerMinute: 3, now: new Date() });

test("rendered pages are limited per address, except for requests with a session", async () => {
  const address = newAddress();
  const { cookie } = await signedIn(site.db, { role: "staff" });
  for (let at = 0; at < 3; at += 1) {
    expect((await site.request("/auth/reset", {}, address)).status).toBe(200);
  }
  const refused = await site.request("/auth/reset", {}, address);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await refused.text()).toContain("<h1>Too many requests</h1>");
  const data = await site.request("/admin.data", {}, address);
  expect([data.status, data.headers.get("content-type")]).toEqual([429, "application/json"]);
  expect((await site.request("/admin", { headers: { cookie } }, address)).status).toBe(200);
  // Cached pages do not count.
  expect((await site.request("/auth", {}, address)).status).toBe(200);
  expect((await site.request("/", {}, address)).status).toBe(200);
  expect((await site.request("/auth/reset", {}, newAddress())).status).toBe(200);
});
