import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("the colours that somebody has chosen stay in this browser, whatever its system says, and public pages keep theirs", async ({
  page,
}) => {
  await signInAs(page, "staff");
  await page.goto("/admin/account");
  expect(await paper(page)).toBe(light);
  await choose(page, "Dark");
  expect(await paper(page)).toBe(dark);
  await expectAccessible(page);
  // By way of the router, as a document, and when its data are loaded anew.
  await page.goto("/admin");
  expect(await paper(page)).toBe(dark);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.waitForResponse(/\/admin\.data/);
  expect(await paper(page)).toBe(dark);
  await page.goto("/");
  expect(await paper(page)).toBe(light);

  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/admin/account");
  await choose(page, "Light");
  expect(await paper(page)).toBe(light);
  await choose(page, "Match this device");
  expect(await paper(page)).toBe(dark);
});

const light = "rgb(250, 247, 241)";
const dark = "rgb(16, 24, 21)";

async function choose(page: Page, colours: string): Promise<void> {
  await page.getByRole("combobox", { name: "Colors" }).selectOption(colours);
  await page.getByRole("button", { name: "Save colors" }).click();
  await expect(page.getByText("The color scheme of this browser has been changed.")).toBeFocused();
  await expect(page.getByRole("combobox", { name: "Colors" }).locator("option:checked")).toHaveText(colours);
}

/** The ground on which a page is drawn. */
function paper(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
