import { test as playwrightTest } from "@playwright/test";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { removeAddedStaff } from "./staff.ts";

/**
 * A test whose browser has its own `address`. Visits are stored with it and rate limits count it separately. Tests without it share the
 * address of their worker. The accounts that it adds are removed when it ends.
 */
export const test = playwrightTest.extend<{ address: string; withoutAddedStaff: undefined }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern, even for a fixture without dependencies
  address: async ({}, give) => give(newAddress()),
  withoutAddedStaff: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern, even for a fixture without dependencies
    async ({}, give) => {
      await give(undefined);
      await removeAddedStaff();
    },
    { auto: true },
  ],
  extraHTTPHeaders: async ({ address }, give) => give(from(address)),
});
