import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";

/** A screen of the staff area without a finding of axe in both of its schemes, and no wider than the window. */
export async function expectWellMade(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
}

/** The same person in a browser that runs no script. */
export async function withoutScripting(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ storageState, baseURL, javaScriptEnabled: false });
  return context.newPage();
}
