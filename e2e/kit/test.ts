import { test as playwrightTest } from "@playwright/test";
import { from, newAddress } from "#tests/kit/new-address.ts";

/**
 * A test whose browser has an address of its own, `address`. What is stored of a visit is found by it; and limits count it alone, while
 * tests without it share one with all others of their worker.
 */
export const test = playwrightTest.extend<{ address: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture takes: this one, nothing
  address: async ({}, give) => give(newAddress()),
  extraHTTPHeaders: async ({ address }, give) => give(from(address)),
});
