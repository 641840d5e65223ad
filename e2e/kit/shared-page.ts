import { type Browser, type Page, test as playwrightTest } from "@playwright/test";

/** The page of this worker process. It is closed with the worker's browser. */
let shared: { page: Page; browser: Browser } | undefined;

/**
 * A test that reuses one browser page of its worker. A new browser process for each test takes longer than loading a page, so this is for
 * many short tests of pages that store nothing in the browser. The page is not a fixture of the worker, because Playwright starts other
 * workers for tests with other such fixtures.
 */
export const test = playwrightTest.extend({
  page: async ({ browser }, give, { project }) => {
    const { baseURL = "", viewport = null, hasTouch = false, extraHTTPHeaders = {} } = project.use;
    if (shared?.browser !== browser) {
      const options = { baseURL, viewport, hasTouch, extraHTTPHeaders };
      shared = { page: await browser.newPage({ ...project.use.contextOptions, ...options }), browser };
    }
    const { page } = shared;
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null });
    await give(page);
    page.removeAllListeners();
  },
});
