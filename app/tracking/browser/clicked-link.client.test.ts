import { expect, test } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { callToAction } from "./observe-page.client.ts";

test("the selector for calls to action matches the paths of the forms", () => {
  for (const { path } of [pages.assessment, pages.eventSignup]) {
    expect(callToAction).toContain(`[href="${path}"]`);
  }
});
