import { expect, type Locator, type Page } from "@playwright/test";
import { practice } from "#content/practice.ts";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { openDashboard } from "../kit/dashboard.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { test } from "../kit/test.ts";

for (const path of ["/auth", "/auth/reset"]) {
  test(`${path} has the sticky site header with its menu @long`, async ({ page }) => {
    await page.goto(path);
    const header = page.getByRole("banner");
    await expect(header).toHaveCount(1);
    await expect(header.getByRole("link", { name: practice.firmName })).toHaveAttribute("href", "/");
    await header.getByRole("button", { name: "Menu" }).click();
    const menu = header.getByRole("navigation", { name: "Site" });
    await expect(menu.getByRole("link", { name: "Reviews" })).toBeVisible();
    await expect(menu.locator('[aria-current="page"]')).toHaveText(path === "/auth" ? ["Admin Login"] : []);
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press("Escape");
    await expect(menu.getByRole("link", { name: "Reviews" })).toBeHidden();
    await expectAccessibleAndFitting(page);
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 600 });
    await expectToStick(page, header);
  });
}

test("the /admin header is sticky and does not cover the focused element @phone", async ({ page }) => {
  await openDashboard(page, "owner");
  // The banner also contains the heading of the screen, which scrolls.
  const header = page.getByRole("banner").locator(".staff-header");
  await expectToStick(page, header);
  // A sticky header can cover elements when focus moves up the page.
  const bottom = await header.evaluate((element) => element.getBoundingClientRect().bottom);
  const links = page.locator("main").getByRole("link", { name: /^View all of / });
  await expect(links).toHaveCount(4);
  for (const link of (await links.all()).toReversed()) {
    await link.focus();
    const top = await link.evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(bottom);
  }
});

/** Scrolls to the end of the page and expects the header at the top of the window. */
async function expectToStick(page: Page, header: Locator): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(header).toBeInViewport();
  expect(await header.evaluate((element) => element.getBoundingClientRect().top)).toBe(0);
}
