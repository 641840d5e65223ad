import { type Browser, expect, type Page, test } from "@playwright/test";
import { colorRules, expectAccessible } from "./accessibility.ts";

/** Expects a staff screen to have no axe findings in both color schemes and to fit the window. */
export async function expectAccessibleAndFitting(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  // The dark scheme only changes colors.
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { only: colorRules });
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
}

/** Opens a page without scripting in the same session. */
export async function openWithoutScripting(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  const { baseURL = "", viewport = null } = test.info().project.use;
  const context = await browser.newContext({ storageState, baseURL, viewport, javaScriptEnabled: false });
  return context.newPage();
}
