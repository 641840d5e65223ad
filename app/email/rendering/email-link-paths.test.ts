import { expect, it } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { letterAddresses } from "./email-link-paths.ts";

it("letters name the page on which letters are chosen", () => {
  expect(letterAddresses.preferences).toBe(pages.letterPreferences.path);
});
