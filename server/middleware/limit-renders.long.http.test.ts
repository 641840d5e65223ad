import { expect, test, vi } from "vitest";
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
  // Cached public pages do not count.
  expect((await site.request("/", {}, address)).status).toBe(200);
  expect((await site.request("/auth/reset", {}, newAddress())).status).toBe(200);
});

test.each([
  ["unknown paths", "/no/such/page"],
  ["unknown paths of the data endpoints", "/no/such/page.data"],
  ["sign-in page views", "/auth"],
  ["sign-in page views that lead to a page", "/auth?to=%2Fadmin%2Fpeople"],
])("%s are limited per address together with rendered pages", async (_what, path) => {
  const address = newAddress();
  expect((await site.request("/auth/reset", {}, address)).status).toBe(200);
  const allowed = [await site.request(path, {}, address), await site.request(path, {}, address)];
  expect(allowed.map(({ status }) => status)).not.toContain(429);
  const variant = vi.spyOn(site.pages(), "variant");
  const notFound = vi.spyOn(site.pages(), "notFound");
  const refused = await site.request(path, {}, address);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect([variant.mock.calls, notFound.mock.calls]).toEqual([[], []]);
  expect((await site.request("/auth/reset", {}, address)).status).toBe(429);
  expect((await site.request(path, {}, newAddress())).status).not.toBe(429);
});

test("posts to unknown paths are limited per address", async () => {
  const address = newAddress();
  const post = async () => (await site.postForm("/no/such/page", {}, {}, address)).status;
  expect([await post(), await post(), await post(), await post()]).toEqual([404, 404, 404, 429]);
});

test("a person with a session reaches the sign-in page's redirect from a limited address", async () => {
  const address = newAddress();
  const { cookie } = await signedIn(site.db, { role: "staff" });
  for (let at = 0; at < 3; at += 1) await site.request("/auth", {}, address);
  expect((await site.request("/auth", { headers: { cookie } }, address)).status).toBe(303);
});
