import { test as playwrightTest } from "@playwright/test";
import { from, newAddress } from "#tests/kit/new-address.ts";

/**
 * A test whose browser has its own `address`. Visits are stored with it and rate limits count it separately. Tests without it share the
 * address of their worker.
 */
export const test = playwrightTest.extend<{ address: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives the fixture's dependencies from this pattern; there are none
  address: async ({}, give) => give(newAddress()),
  extraHTTPHeaders: async ({ address }, give) => give(from(address)),
});
