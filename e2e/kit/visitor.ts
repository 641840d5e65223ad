import { expect, type BrowserContext, type Page } from "@playwright/test";
import { from } from "#tests/kit/new-address.ts";

/**
 * Hides from the pages of a context that a program drives the browser. The user agent is that of the configured device, which does not
 * mention headless mode. Call it before opening the first page.
 */
export async function hideAutomation(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "webdriver", { configurable: true, get: () => false });
  });
}

/** Enables Global Privacy Control for scripts and for requests. */
export async function enableGlobalPrivacyControl(context: BrowserContext, address: string): Promise<void> {
  await context.setExtraHTTPHeaders({ ...from(address), "sec-gpc": "1" });
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true });
  });
}

/** The key of the recorded visit. Waits until the browser stores it. */
export async function visitIn(context: BrowserContext): Promise<string> {
  let marker = "";
  await expect
    .poll(async () => {
      marker = (await context.cookies()).find(({ name }) => name === "visit")?.value ?? "";
      return marker;
    })
    .not.toBe("");
  return marker;
}

/** Counts the requests of a context to an endpoint below `/functions/v1/`. */
export function countCalls(context: BrowserContext, endpoint: string): () => number {
  let calls = 0;
  context.on("request", (request) => {
    if (request.url().endsWith(`/functions/v1/${endpoint}`)) calls += 1;
  });
  return () => calls;
}

/** Waits until the visit script has recorded the page view. */
export async function waitForPageView(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem("visit-events")))
    .toContain(`"url":"${pathname}`);
}

/** Leaves a page as a visitor who opens another site does. */
export async function leave(page: Page): Promise<void> {
  await page.goto("about:blank");
}
