import { expect, type Page } from "@playwright/test";
import { publishChange, waitForFirstCapture } from "../kit/archive.ts";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Collects the requests that frames send. */
function listFrameRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, origin } = new URL(request.url());
    const isOfFrame = request.frame().parentFrame() !== null;
    if (isOfFrame) requests.push(origin === new URL(page.url()).origin ? pathname : request.url());
  });
  return requests;
}

const replayed = /^\/api\/record\/(?:pages\/\d+|files\/[0-9a-f]{64})$/;

test.beforeEach(waitForFirstCapture);

test("a page is replayed from the archive alone, and its links lead to archived pages", async ({ page }) => {
  await signInAs(page, "examiner");
  const requests = listFrameRequests(page);
  for (const path of ["/", "/reviews", "/linkedin-live-signup", "/form-adv-part-2a"]) {
    const answered = page.waitForResponse((response) => response.url().includes("/api/record/files/"));
    await page.goto(`/admin/record?page=${path}`);
    await expect(page.getByText("Hashes match")).toBeVisible();
    expect((await answered).status()).toBe(200);
  }
  const frame = page.frameLocator("iframe").first();
  await frame.getByRole("link", { name: "Form CRS" }).first().click();
  await expect(frame.getByRole("heading", { level: 1, name: /Form CRS|Relationship Summary/ })).toBeVisible();
  expect(requests.length).toBeGreaterThan(8);
  expect(requests.filter((request) => !replayed.test(request))).toEqual([]);
  await expect(page.getByRole("link", { name: "form-adv-part-2a.pdf" })).toBeVisible();
});

test("the record is accessible in both schemes and fits the screen", async ({ page }) => {
  await signInAs(page, "staff");
  const number = await publishChange("/seven-steps", "sell", "transfer");
  for (const query of [
    `page=/seven-steps&version=${number}`,
    "page=/seven-steps&date=2020-01-01&time=10:00",
  ]) {
    await page.goto(`/admin/record?${query}`);
    await expectAccessibleAndFitting(page);
  }
  await expect(page.getByRole("heading", { name: "Unknown" })).toBeVisible();
  await expect(page.getByText(/^The site was first captured on .* is not known\.$/)).toBeVisible();
});

test("versions are chosen and compared, with and without scripting @long", async ({ page, browser }) => {
  await signInAs(page, "owner");
  const number = await publishChange("/about", "owners", "proprietors");
  for (const screen of [page, await openWithoutScripting(browser, page)]) {
    await screen.goto("/admin/record");
    await screen.getByLabel("Page", { exact: true }).selectOption("/about");
    await screen.getByRole("button", { name: "Show page" }).click();
    // The page before can have a version with the same number.
    await expect(screen).toHaveURL(/page=%2Fabout/);
    await expect(screen.getByText(/^http.*\/about/).first()).toBeVisible();
    await screen.getByRole("link", { name: `Version ${number}`, exact: true }).click();
    await expect(screen.getByText(/·\sVersion \d+$/)).toContainText(`Version ${number}`);
    await screen.getByLabel(`Before, Version ${number - 1}`, { exact: true }).check();
    await screen.getByLabel(`After, Version ${number}`, { exact: true }).check();
    await screen.getByRole("button", { name: "Compare" }).click();
    // Other tests change the seats of an event, which is a change of the page too.
    await expect(screen.locator("ins", { hasText: "proprietors" }).first()).toBeVisible();
    await expect(screen.locator("del", { hasText: "owners" }).first()).toBeVisible();
    await screen.getByText("Show both pages").click();
    await expect(screen.locator(".both iframe")).toHaveCount(2);
    await expect(screen.frameLocator(".both iframe >> nth=1").getByText("proprietors").first()).toBeVisible();
  }
});

test("an archived page stays light and runs nothing in its own window @long", async ({ page }) => {
  await signInAs(page, "examiner");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/admin/record?page=/reviews");
  const [full] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Open full page" }).click(),
  ]);
  await expect(full.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await full.locator("script").count()).toBe(0);
  expect(new URL(full.url()).pathname).toMatch(replayed);
});
