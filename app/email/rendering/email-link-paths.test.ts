import { expect, it } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { emailLinkPaths } from "./email-link-paths.ts";

it("letters name the page on which letters are chosen", () => {
  expect(emailLinkPaths.preferences).toBe(pages.letterPreferences.path);
});
