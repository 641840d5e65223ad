import { expect, test } from "@playwright/test";
import { readSheets } from "../kit/pdf-text.ts";
import { measureBoldInk } from "../kit/printed-weight.ts";

// General Instruction 1.C of Form CRS permits an adviser two pages at most.
test("Form CRS prints on two sheets", async ({ page }) => {
  await page.goto("/form-crs");
  const sheets = await readSheets(await page.pdf({ preferCSSPageSize: true }));
  expect(sheets).toHaveLength(2);
});

// Bold type emphasizes the statements that Form CRS requires and the answer on disciplinary history.
for (const [what, path, words] of [
  ["the statement on fees in Form CRS", "/form-crs", "You will pay fees and costs whether"],
  ["the standard of conduct in Form CRS", "/form-crs", "When we act as your investment adviser"],
  ["the answer on disciplinary history in Form CRS", "/form-crs", "Yes."],
  ["Form CRS in the print pack", "/compliance-dashboard/print-pack", "You will pay fees and costs whether"],
  ["a total in a table", "/business-valuation", "Cash after tax"],
] as const) {
  test(`bold text is printed bold: ${what}`, async ({ page }) => {
    await page.emulateMedia({ media: "print" });
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const bold = page.locator("main :is(b, tr.sum > th)", { hasText: words }).first();
    expect(await measureBoldInk(bold)).toBeGreaterThan(1.1);
  });
}
