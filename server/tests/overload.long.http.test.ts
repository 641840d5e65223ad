import { describe, expect, test, vi } from "vitest";
import { concurrentRequestLimits, renderLimits } from "#app/platform/limits.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();
/** A page that is rendered for each request. */
const rendered = "/auth/reset";

describe("pages rendered per request", () => {
  test("are limited; further requests get a small response with Retry-After", async () => {
    const many = renderLimits.maxConcurrent + renderLimits.lanes.pageView.maxWaiting + 20;
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

  test("are rendered for staff while visitors fill the other lanes", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", assurance: "aal2" });
    const order: string[] = [];
    const note = (who: string) => (response: Response) => order.push(`${who} ${response.status}`);
    const forms = Array.from({ length: 60 }, () =>
      site.postForm("/linkedin-live-signup", {}, {}, newAddress()).then(note("form")),
    );
    await vi.waitUntil(() => order.length > 0);
    const invented = { cookie: "practice.session_token=invented.AAAA" };
    const visitors = Array.from({ length: renderLimits.lanes.pageView.maxWaiting }, () =>
      site.request(rendered, { headers: invented }, newAddress()).then(note("page view")),
    );
    const staff = site.request("/admin/health", { headers: { cookie } }, newAddress()).then(note("staff"));
    await Promise.all([...forms, ...visitors, staff]);
    expect(order).toContain("staff 200");
    // The renders that started while the session was looked up and a few turns of the other lanes precede it.
    expect(order.indexOf("staff 200")).toBeLessThan((order.length * 2) / 3);
    const viewsBefore = order.slice(0, order.indexOf("staff 200")).filter((who) => who.startsWith("page"));
    expect(viewsBefore.length).toBeLessThan(renderLimits.lanes.pageView.maxWaiting / 2);
    // Page views are not starved by forms.
    const lastForm = order.findLastIndex((who) => who.startsWith("form"));
    expect(order.slice(0, lastForm)).toContain("page view 200");
  });
});

describe("forms whose bodies are incomplete", () => {
  test("delay neither other visitors nor other forms of the same address", async () => {
    const slow = newAddress();
    const senders = Array.from({ length: 60 }, () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      void writer.write(new TextEncoder().encode("n"));
      const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "5000" };
      const init = {
        method: "POST",
        headers: { ...headers, origin: testSiteUrl },
        body: readable,
        duplex: "half",
      };
      return { writer, response: site.request("/pre-loi-assessment", init, slow) };
    });
    for (const address of [slow, newAddress()]) {
      expect((await site.postForm("/pre-loi-assessment", { name: "Ada" }, {}, address)).status).toBe(400);
      expect((await site.request(rendered, {}, address)).status).toBe(200);
    }
    for (const { writer } of senders) void writer.close();
    const answers = await Promise.all(senders.map(async ({ response }) => (await response).status));
    expect(new Set(answers)).toEqual(new Set([400, 503]));
  });
});

describe("forms of one network address", () => {
  const signup = (at: number) => ({ name: "Thomas Avery", email: `t.avery.${at}@example.com` });
  const most = concurrentRequestLimits.maxConcurrent + concurrentRequestLimits.lanes.write.maxWaiting;

  test("are limited at the same time, and those of other visitors are not delayed", async () => {
    const order: string[] = [];
    const flooder = newAddress();
    const flood = Array.from({ length: most + 100 }, async (_, at) => {
      const response = await site.postJson("/functions/v1/linkedin-live-signup", signup(at), {}, flooder);
      order.push(`flood ${response.status}`);
      return response;
    });
    const others = [
      site.postJson("/functions/v1/linkedin-live-signup", signup(1_000), {}, newAddress()),
      site.postForm("/linkedin-live-signup", signup(1_001), {}, newAddress()),
    ].map(async (request) => order.push(`other ${(await request).status}`));
    const answers = await Promise.all(flood);
    await Promise.all(others);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(100);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    expect(await refused[0]?.json()).toMatchObject({ error: { kind: "unavailable" } });
    expect(order.filter((entry) => entry.startsWith("other 5"))).toEqual([]);
    expect(order.findLastIndex((entry) => entry.startsWith("other"))).toBeLessThan(most);
    const next = await site.postJson("/functions/v1/linkedin-live-signup", signup(1_002), {}, flooder);
    expect(next.status).not.toBe(503);
  });

  test("are limited on pages too, except in staff sessions", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", assurance: "aal2" });
    const flooder = newAddress();
    const flood = Array.from({ length: most + 20 }, () =>
      site.postForm("/linkedin-live-signup", {}, {}, flooder),
    );
    const staff = await site.postForm("/admin/account", {}, { cookie }, flooder);
    expect(staff.status).not.toBe(503);
    const refused = (await Promise.all(flood)).filter(({ status }) => status === 503);
    expect(refused).toHaveLength(20);
    expect(await refused[0]?.text()).toContain("<h1>The site is very busy</h1>");
  });
});
