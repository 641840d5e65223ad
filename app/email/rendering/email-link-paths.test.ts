import { expect, it } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { emailLinkPaths } from "./email-link-paths.ts";

it("links lead to pages that exist", () => {
  expect(emailLinkPaths.preferences).toBe(pages.letterPreferences.path);
  expect(emailLinkPaths.staffArea).toBe(pages.admin.path);
});
