import { expect, type BrowserContext, type Page } from "@playwright/test";
import { from } from "#tests/kit/new-address.ts";

/**
 * Lets the pages of a context see a browser that no program drives. Its user agent is that of the configured device, which does not say
 * that it has no window. To be called before its first page.
 */
export async function asPerson(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "webdriver", { configurable: true, get: () => false });
  });
}

/** The signal of a browser that asks not to be followed, for the script and for the server. */
export async function withGlobalPrivacyControl(context: BrowserContext, address: string): Promise<void> {
  await context.setExtraHTTPHeaders({ ...from(address), "sec-gpc": "1" });
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true });
  });
}

/** The key of the recorded visit, once its marker is in the browser. */
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

/** Counts what the pages of a context send to an endpoint below `/functions/v1/`. */
export function countCalls(context: BrowserContext, endpoint: string): () => number {
  let calls = 0;
  context.on("request", (request) => {
    if (request.url().endsWith(`/functions/v1/${endpoint}`)) calls += 1;
  });
  return () => calls;
}

/** Waits until the visit script has come and has noted that its page is looked at. */
export async function viewed(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem("visit-events")))
    .toContain(`"url":"${pathname}`);
}

/** Leaves a page, as a visitor does who opens another site. */
export async function leave(page: Page): Promise<void> {
  await page.goto("about:blank");
}
