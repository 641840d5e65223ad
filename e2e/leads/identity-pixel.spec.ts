import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { type RunningServer, startServer } from "#tests/kit/running-server.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { visitIn } from "../kit/visitor.ts";

const pixelUrl = "https://pixel.example.com/v1/p.js?site=12";

// A server of its own: the one that all other tests share has no pixel, as it is by default. One worker runs them all, so that it is one.
test.describe.configure({ mode: "default" });
const folder = mkdtempSync(join(tmpdir(), "practice-pixel-"));
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ dataDir: folder, env: { IDENTITY_PIXEL_URL: pixelUrl } });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the fake pixel was told in this page, and how often its host was asked for anything. */
type FakePixel = { told(): Promise<unknown>; requests: string[] };

/** A pixel that puts its queue into the page at once, or some time after it was loaded, or never. */
async function fakePixel(page: Page, { afterMs = 0 }: { afterMs?: number } = {}): Promise<FakePixel> {
  const requests: string[] = [];
  await page.route("https://pixel.example.com/**", async (route) => {
    requests.push(route.request().url());
    expect(route.request().headers()).not.toHaveProperty("referer");
    const ready = "window.identityPixel = [];";
    const loaded = "window.fakePixelWasLoaded = true;";
    await route.fulfill({
      contentType: "text/javascript",
      body: afterMs === 0 ? ready : `${loaded} setTimeout(() => { ${ready} }, ${afterMs});`,
    });
  });
  const told = () => page.evaluate(() => ("identityPixel" in window ? window.identityPixel : undefined));
  return { told, requests };
}

const question = (page: Page) =>
  page.getByRole("complementary", { name: "Recognition by an outside service" });
const press = (page: Page, name: "Allow" | "No thanks") =>
  question(page).getByRole("button", { name }).click();

test("nothing is asked of the service before Allow, and nothing after No thanks", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(server.url);
  await expect(question(page)).toContainText(
    "May pixel.example.com, an outside service, try to find out who you are?",
  );
  await expectAccessible(page);
  await press(page, "No thanks");
  await expect(question(page).getByRole("button", { name: "No thanks", pressed: true })).toBeVisible();
  await page.goto(`${server.url}/faqs`);
  await expect(question(page).getByRole("button", { name: "No thanks", pressed: true })).toBeVisible();
  await expect(question(page).getByRole("button", { name: "Allow", pressed: false })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(pixel.requests).toEqual([]);
});

test("after Allow the service hears of a visitor, once in a browser session", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(pixel.told).toEqual([{ event: "visitor" }]);
  await page.goto(`${server.url}/faqs`);
  await expect(question(page).getByRole("button", { name: "Allow", pressed: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // It has heard everything: its program is not even loaded.
  expect(pixel.requests).toEqual([pixelUrl]);
});

test("the answer can be taken back", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(pixel.told).toEqual([{ event: "visitor" }]);
  await press(page, "No thanks");
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${server.url}/faqs`);
  await expect(question(page).getByRole("button", { name: "No thanks", pressed: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(pixel.requests).toHaveLength(1);
});

test("a pixel that is not there yet is looked for once more, two seconds later", async ({ page }) => {
  const pixel = await fakePixel(page, { afterMs: 1_500 });
  await openWithStoppedClock(page);
  await press(page, "Allow");
  await expect.poll(() => pixel.requests.length).toBe(1);
  await waitUntilLoaded(page);
  await page.clock.runFor(1_999);
  expect(await pixel.told()).toEqual([]);
  await page.clock.runFor(1);
  expect(await pixel.told()).toEqual([{ event: "visitor" }]);
});

test("a pixel that is absent then, too, hears nothing on this page", async ({ page }) => {
  const pixel = await fakePixel(page, { afterMs: 2_001 });
  await openWithStoppedClock(page);
  await press(page, "Allow");
  await expect.poll(() => pixel.requests.length).toBe(1);
  await waitUntilLoaded(page);
  await page.clock.runFor(60_000);
  expect(await pixel.told()).toEqual([]);
});

test("a lead is told after the form, and never from the page on which it was typed", async ({ page }) => {
  const pixel = await fakePixel(page);
  const person = newPerson();
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(pixel.told).toEqual([{ event: "visitor" }]);
  await page.goto(`${server.url}/linkedin-live-signup`);
  await waitForOurScript(page);
  await waitUntilTakenOver(page);
  await expect(question(page)).toHaveCount(0);
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  expect(pixel.requests).toHaveLength(1);
  // What the server says when it takes one; that it does is another test's matter.
  await page.route("**/functions/v1/linkedin-live-signup", (route) =>
    route.fulfill({ json: { data: { outcome: "seat" } } }),
  );
  await page.getByRole("button", { name: "Reserve My Spot" }).click();
  await expect(page).toHaveURL(/linkedin-live-signup\/registered$/);
  await expect.poll(pixel.told).toEqual([{ event: "lead" }]);
  // Neither what was typed nor who typed it went along.
  expect(JSON.stringify(await pixel.told())).not.toContain(person.email);
  await page.reload();
  await expect(question(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(pixel.requests).toHaveLength(2);
});

test("while something that was typed is not sent, the service's script does not come", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(`${server.url}/linkedin-live-signup`);
  await waitForOurScript(page);
  await waitUntilTakenOver(page);
  await page.getByLabel("Full name").fill(newPerson().name);
  await expect.poll(() => page.evaluate(() => "linkedin-live-signup" in sessionStorage)).toBe(true);
  await page.goto(server.url);
  await press(page, "Allow");
  await expect(question(page).getByRole("button", { name: "Allow", pressed: true })).toBeVisible();
  await page.goto(`${server.url}/faqs`);
  await expect(question(page).getByRole("button", { name: "Allow", pressed: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(pixel.requests).toEqual([]);
  // As the form does when it was taken.
  await page.evaluate(() => sessionStorage.removeItem("linkedin-live-signup"));
  await page.reload();
  await expect.poll(pixel.told).toEqual([{ event: "visitor" }]);
});

test("a page that comes back out of the browser's memory loses the service's script where something was typed meanwhile", async ({
  page,
}) => {
  const pixel = await fakePixel(page);
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(pixel.told).toEqual([{ event: "visitor" }]);
  const comeBack = () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await page.evaluate(() => sessionStorage.setItem("pre-loi-assessment", "{}"));
  const loadedAnew = page.waitForEvent("load");
  await page.evaluate(comeBack);
  await loadedAnew;
  await expect(question(page)).toBeVisible();
  expect(await pixel.told()).toBeUndefined();
  expect(pixel.requests).toHaveLength(1);
});

test("nothing is asked before the visit is recorded, nor where it cannot be", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.route("**/functions/v1/visitors", (route) => route.abort());
  await page.addInitScript(() => localStorage.setItem("identity-pixel", "allowed"));
  const refused = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/visitors"));
  await page.goto(server.url);
  await expect(question(page)).toBeHidden();
  await refused;
  await page.waitForLoadState("networkidle");
  await expect(question(page)).toBeHidden();
  expect(pixel.requests).toEqual([]);
});

test("a signal that only the server hears is an answer, too", async ({ page, context }) => {
  const pixel = await fakePixel(page);
  // As a proxy sets it: the browser's own scripts know nothing of it.
  await context.setExtraHTTPHeaders({ ...from(newAddress()), "sec-gpc": "1" });
  await page.addInitScript(() => localStorage.setItem("identity-pixel", "allowed"));
  await page.goto(server.url);
  expect(await visitIn(context)).toBe("counted");
  for (const path of ["/faqs", "/form-crs"]) {
    await page.goto(server.url + path);
    await waitForOurScript(page);
    await page.waitForLoadState("networkidle");
    await expect(question(page)).toBeHidden();
  }
  expect(pixel.requests).toEqual([]);
});

test("whoever is asked only after the form may still allow it, and then both are told", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(`${server.url}/pre-loi-assessment`);
  await waitForOurScript(page);
  // Where the form's own script goes when the answers were taken.
  await page.evaluate(() => location.assign("/pre-loi-assessment/result/of-somebody#complete"));
  await page.waitForURL("**/result/of-somebody#complete");
  await expect(question(page)).toHaveCount(0);
  await page.goto(server.url);
  await expect(question(page)).toBeVisible();
  expect(pixel.requests).toEqual([]);
  await press(page, "Allow");
  await expect.poll(pixel.told).toEqual([{ event: "visitor" }, { event: "lead" }]);
});

for (const [signal, property, value] of [
  ["Global Privacy Control", "globalPrivacyControl", true],
  ["Do Not Track", "doNotTrack", "1"],
] as const) {
  test(`${signal} is an answer: nothing is asked, and an earlier Allow does not count`, async ({ page }) => {
    const pixel = await fakePixel(page);
    await page.addInitScript(
      ([name, said]) => {
        Object.defineProperty(Navigator.prototype, name, { get: () => said });
        localStorage.setItem("identity-pixel", "allowed");
      },
      [property, value] as const,
    );
    await page.goto(server.url);
    await page.waitForLoadState("networkidle");
    await expect(question(page)).toBeHidden();
    expect(pixel.requests).toEqual([]);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain("identity-pixel-visitor");
  });
}

test("the page's policy holds back whatever the service's script would load from elsewhere", async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route("https://*.example.com/heard", async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ body: "" });
  });
  await page.route("https://pixel.example.com/v1/**", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `
        for (const host of ["elsewhere", "pixel"]) {
          const address = "https://" + host + ".example.com/heard";
          document.head.append(Object.assign(document.createElement("script"), { src: address }));
          new Image().src = address;
          fetch(address, { mode: "no-cors" }).catch(() => {});
        }
      `,
    }),
  );
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(() => asked).toHaveLength(3);
  await page.waitForLoadState("networkidle");
  expect(new Set(asked)).toEqual(new Set(["https://pixel.example.com/heard"]));
});

test("without the setting nothing is asked and nothing is loaded", async ({ page, baseURL }) => {
  const pixel = await fakePixel(page);
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.addInitScript(() => localStorage.setItem("identity-pixel", "allowed"));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await expect(question(page)).toHaveCount(0);
  expect(pixel.requests).toEqual([]);
  expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
});

/** Ours is on every page that counts visits, and shows nothing on those with a form. */
async function waitForOurScript(page: Page): Promise<void> {
  await page.waitForLoadState();
  const names = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(names).toContainEqual(expect.stringContaining("/assets/identity-pixel-"));
}

/** The form is in the hands of its script, which keeps what is typed. */
async function waitUntilTakenOver(page: Page): Promise<void> {
  const form = page.locator("form.signup");
  await expect.poll(() => form.evaluate((element: HTMLFormElement) => element.noValidate)).toBe(true);
}

/** From here on time goes by only where the test says so. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install({ time: "2026-11-21T12:00:00Z" });
  await page.goto(server.url);
  await expect(question(page)).toBeVisible();
  await page.clock.pauseAt("2026-11-21T13:00:00Z");
}

/** The pixel's script has run, and so ours, which hears of it in the same breath, has looked for what it left. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => "fakePixelWasLoaded" in window)).toBe(true);
  expect(await page.evaluate(() => "identityPixel" in window)).toBe(false);
}
