import { type Browser, expect, type Page, test } from "@playwright/test";
import { colorRules, expectAccessible } from "./accessibility.ts";

/** A screen of the staff area without a finding of axe in both of its schemes, and no wider than the window. */
export async function expectWellMade(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  // The same elements in other colors.
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { only: colorRules });
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
}

/** The same person in a browser that runs no script. */
export async function withoutScripting(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  const { baseURL = "", viewport = null } = test.info().project.use;
  const context = await browser.newContext({ storageState, baseURL, viewport, javaScriptEnabled: false });
  return context.newPage();
}
