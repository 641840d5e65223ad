import { expect, test } from "@playwright/test";
import { readSheets, withoutSpace } from "../kit/pdf-text.ts";

const beforeTheLink = withoutSpace("ask us about it.");
const afterTheLink = withoutSpace(
  "describes this and answers “Yes” under disciplinary history; read it before you call.",
);

// `e2e/compliance/print-pack.long.spec.ts` expects all text of this page in the print pack.
test("the printed page contains the linked text of the last FAQ answer", async ({ page }) => {
  await page.goto("/faqs");
  const sheets = await readSheets(await page.pdf({ preferCSSPageSize: true }));
  // An answer can continue on the next sheet, after the page number.
  const printed = sheets.map((sheet) => sheet.replace(/^\d+\/\d+/, "")).join("");
  const [, rest = ""] = printed.split(beforeTheLink);
  const answer = rest.slice(0, rest.indexOf(afterTheLink));
  expect(answer).toBe(withoutSpace("Form CRS"));
});
