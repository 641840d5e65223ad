import { type Browser, type Page, test } from "@playwright/test";
import { isLong } from "#tests/kit/rounds.ts";
import {
  colorRules,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectFittingAtBothWidths,
  phone,
} from "./accessibility.ts";

/**
 * Expects a staff screen to have no axe findings in both color schemes and to fit the window, at both widths. Only `npm run prove` checks
 * the dark scheme, which changes only colors. Their contrast has a unit test (app/staff/shell/colors.test.ts).
 */
export async function expectAccessibleAndFitting(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessibleAtBothWidths(page);
  await expectFittingAtBothWidths(page);
  if (!isLong) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { only: colorRules });
}

/** The height of a screen on a phone, in CSS pixels. */
export async function measurePhoneHeight(page: Page): Promise<number> {
  const size = page.viewportSize() ?? phone;
  await page.setViewportSize(phone);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize(size);
  return height;
}

/** Opens a page without scripting in the same session. */
export async function openWithoutScripting(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  const { baseURL = "", viewport = null } = test.info().project.use;
  const context = await browser.newContext({ storageState, baseURL, viewport, javaScriptEnabled: false });
  return context.newPage();
}
