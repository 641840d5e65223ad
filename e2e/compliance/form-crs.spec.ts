import { expect, test } from "@playwright/test";
import { sheetsOf } from "../kit/pdf-text.ts";

// Form CRS, General Instruction 1.C: two pages at most for an adviser.
test("Form CRS prints on two sheets", async ({ page }) => {
  await page.goto("/form-crs");
  const sheets = await sheetsOf(await page.pdf({ preferCSSPageSize: true }));
  expect(sheets).toHaveLength(2);
});
