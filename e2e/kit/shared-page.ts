import { type Page, test as playwrightTest } from "@playwright/test";

/**
 * A test that reuses one browser page of its worker. A new browser process for each test takes longer than loading a page, so this is for
 * many short tests of pages that store nothing in the browser.
 */
export const test = playwrightTest.extend<object, { workerPage: Page }>({
  workerPage: [
    async ({ browser }, give, { project }) => {
      const { baseURL = "", viewport = null, hasTouch = false, extraHTTPHeaders = {} } = project.use;
      const options = { baseURL, viewport, hasTouch, extraHTTPHeaders };
      const page = await browser.newPage({ ...project.use.contextOptions, ...options });
      await give(page);
      await page.close();
    },
    { scope: "worker" },
  ],
  page: async ({ workerPage, viewport }, give) => {
    if (viewport !== null) await workerPage.setViewportSize(viewport);
    await workerPage.emulateMedia({ media: null });
    await give(workerPage);
    workerPage.removeAllListeners();
  },
});
