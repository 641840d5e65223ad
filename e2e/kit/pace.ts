import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** No person fills in a form in less, and one that was faster is asked a question (`app/intake/spam-checks/form-token.server.ts`). */
const quickestPersonMs = 2_050;

/**
 * Waits until a page has been open for as long as a person takes to fill in its form, at the least. To be called before sending it: what
 * the test has done with the page until then counts.
 */
export async function atAPersonsPace(page: Page): Promise<void> {
  // The server wrote its time into the form before the first byte of the page arrived.
  const openForMs = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    if (!(navigation instanceof PerformanceNavigationTiming)) return 0;
    return performance.now() - navigation.responseStart;
  });
  await sleep(Math.max(0, quickestPersonMs - openForMs));
}
