import { expect, test } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { callToAction } from "./clicked-link.client.ts";

test("a call to action leads to the forms where they are", () => {
  for (const { path } of [pages.assessment, pages.eventSignup]) {
    expect(callToAction).toContain(`[href="${path}"]`);
  }
});
