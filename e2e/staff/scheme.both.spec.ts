import { expect, type Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a chosen color scheme overrides the system's in this browser and does not affect public pages @long", async ({
  page,
}) => {
  await signInAs(page, "staff");
  await page.goto("/admin/account");
  expect(await readBackground(page)).toBe(light);
  await choose(page, "Dark");
  expect(await readBackground(page)).toBe(dark);
  await expectAccessibleAtBothWidths(page);
  // By client-side navigation, as a document and after revalidation.
  await page.goto("/admin");
  expect(await readBackground(page)).toBe(dark);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const revalidated = page.waitForResponse(/\/admin\.data/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await revalidated;
  expect(await readBackground(page)).toBe(dark);
  await page.goto("/");
  expect(await readBackground(page)).toBe(light);

  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/admin/account");
  await choose(page, "Light");
  expect(await readBackground(page)).toBe(light);
  await choose(page, "Match this device");
  expect(await readBackground(page)).toBe(dark);
});

const light = "rgb(250, 247, 241)";
const dark = "rgb(16, 24, 21)";

async function choose(page: Page, scheme: string): Promise<void> {
  await page.getByRole("combobox", { name: "Colors" }).selectOption(scheme);
  await page.getByRole("button", { name: "Save colors" }).click();
  await expect(page.getByText("The color scheme of this browser has been changed.")).toBeFocused();
  await expect(page.getByRole("combobox", { name: "Colors" }).locator("option:checked")).toHaveText(scheme);
}

/** The background color of a page. */
function readBackground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
