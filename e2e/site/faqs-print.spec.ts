import { expect, test } from "@playwright/test";
import { readSheets, withoutSpace } from "../kit/pdf-text.ts";

const beforeTheLink = withoutSpace("ask us about it.");
const afterTheLink = withoutSpace(
  "describes this and answers “Yes” under disciplinary history; read it before you call.",
);

for (const [place, path] of [
  ["the printed page", "/faqs"],
  ["the print pack", "/compliance-dashboard/print-pack"],
] as const) {
  test(`${place} prints the linked text of the last FAQ answer`, async ({ page }) => {
    await page.goto(path);
    const sheets = await readSheets(await page.pdf({ preferCSSPageSize: true }));
    // An answer can continue on the next sheet, after the page number.
    const printed = sheets.map((sheet) => sheet.replace(/^\d+\/\d+/, "")).join("");
    const [, rest = ""] = printed.split(beforeTheLink);
    const answer = rest.slice(0, rest.indexOf(afterTheLink));
    expect(answer).toBe(withoutSpace("Form CRS"));
  });
}
