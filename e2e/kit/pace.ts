import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** The server treats a faster submission as suspicious (`app/intake/spam-checks/form-token.server.ts`). */
const minFillTimeMs = 2_050;

/**
 * Waits until a page has been open for the minimum time in which a person can fill in its form. Call it right before submitting, because
 * earlier test steps count.
 */
export async function waitForHumanPace(page: Page): Promise<void> {
  // The server stored its time in the form before it sent the first byte of the page.
  const openForMs = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    if (!(navigation instanceof PerformanceNavigationTiming)) return 0;
    return performance.now() - navigation.responseStart;
  });
  await sleep(Math.max(0, minFillTimeMs - openForMs));
}
