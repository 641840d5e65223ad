import { expect } from "@playwright/test";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("the screens are accessible in both schemes and fit the screen @phone", async ({ page }, {
  project,
}) => {
  await signInAs(page, "owner");
  // The wide and the narrow run can overlap, and a document has one draft.
  const document = project.name === "narrow" ? "successionPlanning" : "exitPlanning";
  await page.goto(`/admin/content/${document}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.locator(".alert")).toHaveText("Draft started.");
  for (const path of [
    "/admin/content",
    "/admin/content/articles/new",
    "/admin/content/pictures",
    `/admin/content/${document}?part=sections.2`,
    `/admin/content/${document}?part=sections`,
    "/admin/content/practice",
    "/admin/content/releases",
    "/admin/content/releases/1",
  ]) {
    await page.goto(path);
    await expectAccessibleAndFitting(page);
  }
  await page.goto(`/admin/content/${document}`);
  await page.getByText("Discard draft").click();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(page.locator(".alert")).toHaveText("Draft discarded. The site is unchanged.");
});
