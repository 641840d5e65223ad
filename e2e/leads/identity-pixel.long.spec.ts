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

// Uses its own server, because the shared one has no pixel, which is the default. The tests run in one worker to start only one server.
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

/** The events that the fake pixel received on this page, and the requests to its host. */
type FakePixel = { received(): Promise<unknown>; requests: string[] };

/** A pixel that creates its queue immediately, with a delay after its script has loaded, or never. */
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
  return { received: told, requests };
}

const question = (page: Page) =>
  page.getByRole("complementary", { name: "Visitor identification by a third party" });
const press = (page: Page, name: "Allow" | "No thanks") =>
  question(page).getByRole("button", { name }).click();

test("sends no request to the service before Allow or after No thanks", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(server.url);
  await expect(question(page)).toContainText(
    "May pixel.example.com, a third-party service, try to identify you?",
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

test("after Allow, the service receives one visitor event per browser session", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(pixel.received).toEqual([{ event: "visitor" }]);
  await page.goto(`${server.url}/faqs`);
  await expect(question(page).getByRole("button", { name: "Allow", pressed: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // The service has received the event, so its script is not loaded again.
  expect(pixel.requests).toEqual([pixelUrl]);
});

test("the choice can be changed", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(pixel.received).toEqual([{ event: "visitor" }]);
  await press(page, "No thanks");
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${server.url}/faqs`);
  await expect(question(page).getByRole("button", { name: "No thanks", pressed: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(pixel.requests).toHaveLength(1);
});

test("a pixel that is not ready is tried again two seconds later", async ({ page }) => {
  const pixel = await fakePixel(page, { afterMs: 1_500 });
  await openWithStoppedClock(page);
  await press(page, "Allow");
  await expect.poll(() => pixel.requests.length).toBe(1);
  await waitUntilLoaded(page);
  await page.clock.runFor(1_999);
  expect(await pixel.received()).toEqual([]);
  await page.clock.runFor(1);
  expect(await pixel.received()).toEqual([{ event: "visitor" }]);
});

test("a pixel that is still not ready receives nothing on this page", async ({ page }) => {
  const pixel = await fakePixel(page, { afterMs: 2_001 });
  await openWithStoppedClock(page);
  await press(page, "Allow");
  await expect.poll(() => pixel.requests.length).toBe(1);
  await waitUntilLoaded(page);
  await page.clock.runFor(60_000);
  expect(await pixel.received()).toEqual([]);
});

test("a lead is reported after the form, and never from the page of the form", async ({ page }) => {
  const pixel = await fakePixel(page);
  const person = newPerson();
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(pixel.received).toEqual([{ event: "visitor" }]);
  await page.goto(`${server.url}/linkedin-live-signup`);
  await waitForOurScript(page);
  await waitForFormScript(page);
  await expect(question(page)).toHaveCount(0);
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  expect(pixel.requests).toHaveLength(1);
  // Simulates the server's response, which has its own tests.
  await page.route("**/functions/v1/linkedin-live-signup", (route) =>
    route.fulfill({ json: { data: { outcome: "seat" } } }),
  );
  await page.getByRole("button", { name: "Reserve My Spot" }).click();
  await expect(page).toHaveURL(/linkedin-live-signup\/registered$/);
  await expect.poll(pixel.received).toEqual([{ event: "lead" }]);
  // The event contains none of the entered data.
  expect(JSON.stringify(await pixel.received())).not.toContain(person.email);
  await page.reload();
  await expect(question(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(pixel.requests).toHaveLength(2);
});

test("while entered data is not submitted, the service's script is not loaded", async ({ page }) => {
  const pixel = await fakePixel(page);
  await page.goto(`${server.url}/linkedin-live-signup`);
  await waitForOurScript(page);
  await waitForFormScript(page);
  await page.getByLabel("Full name").fill(newPerson().name);
  await expect.poll(() => page.evaluate(() => "linkedin-live-signup" in sessionStorage)).toBe(true);
  await page.goto(server.url);
  await press(page, "Allow");
  await expect(question(page).getByRole("button", { name: "Allow", pressed: true })).toBeVisible();
  await page.goto(`${server.url}/faqs`);
  await expect(question(page).getByRole("button", { name: "Allow", pressed: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(pixel.requests).toEqual([]);
  // The form does the same after it was accepted.
  await page.evaluate(() => sessionStorage.removeItem("linkedin-live-signup"));
  await page.reload();
  await expect.poll(pixel.received).toEqual([{ event: "visitor" }]);
});

test("a page restored from the back-forward cache removes the service's script if data was entered in the meantime", async ({
  page,
}) => {
  const pixel = await fakePixel(page);
  await page.goto(server.url);
  await press(page, "Allow");
  await expect.poll(pixel.received).toEqual([{ event: "visitor" }]);
  const comeBack = () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await page.evaluate(() => sessionStorage.setItem("pre-loi-assessment", "{}"));
  const reloaded = page.waitForEvent("load");
  await page.evaluate(comeBack);
  await reloaded;
  await expect(question(page)).toBeVisible();
  expect(await pixel.received()).toBeUndefined();
  expect(pixel.requests).toHaveLength(1);
});

test("the question appears only after the visit was recorded", async ({ page }) => {
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

test("a privacy signal that only the server receives is honored", async ({ page, context }) => {
  const pixel = await fakePixel(page);
  // A proxy sets the header, so the browser's own scripts cannot see the signal.
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

test("a visitor who is asked after the form can still allow it, and then both events are sent", async ({
  page,
}) => {
  const pixel = await fakePixel(page);
  await page.goto(`${server.url}/pre-loi-assessment`);
  await waitForOurScript(page);
  // The page that the form's script opens after acceptance.
  await page.evaluate(() => location.assign("/pre-loi-assessment/result/of-a-visitor#complete"));
  await page.waitForURL("**/result/of-a-visitor#complete");
  await expect(question(page)).toHaveCount(0);
  await page.goto(server.url);
  await expect(question(page)).toBeVisible();
  expect(pixel.requests).toEqual([]);
  await press(page, "Allow");
  await expect.poll(pixel.received).toEqual([{ event: "visitor" }, { event: "lead" }]);
});

for (const [signal, property, value] of [
  ["Global Privacy Control", "globalPrivacyControl", true],
  ["Do Not Track", "doNotTrack", "1"],
] as const) {
  test(`${signal} is honored: the question is absent, and an earlier Allow does not count`, async ({
    page,
  }) => {
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

test("the security policy blocks everything that the service's script loads from other hosts", async ({
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

test("without the setting, the question is absent and nothing is loaded", async ({ page, baseURL }) => {
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

/** Our script is on every page with visit tracking and displays nothing on pages with a form. */
async function waitForOurScript(page: Page): Promise<void> {
  await page.waitForLoadState();
  const names = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(names).toContainEqual(expect.stringContaining("/assets/identity-pixel-"));
}

/** Waits until the form's script is running, which stores entered data. */
async function waitForFormScript(page: Page): Promise<void> {
  const form = page.locator("form.signup");
  await expect.poll(() => form.evaluate((element: HTMLFormElement) => element.noValidate)).toBe(true);
}

/** Opens the home page with a clock that only the test advances. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install({ time: "2026-11-21T12:00:00Z" });
  await page.goto(server.url);
  await expect(question(page)).toBeVisible();
  await page.clock.pauseAt("2026-11-21T13:00:00Z");
}

/** Waits until the pixel's script has run. Our script checks for the queue in the same task. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => "fakePixelWasLoaded" in window)).toBe(true);
  expect(await page.evaluate(() => "identityPixel" in window)).toBe(false);
}
