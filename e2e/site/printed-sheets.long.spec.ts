import { expect, test } from "@playwright/test";
import { readSheets, withoutSpace } from "../kit/pdf-text.ts";

/** Pages that end with an invitation, whose last sheet would otherwise have nothing else. */
const invitingPages = [
  "/",
  "/exit-planning",
  "/business-valuation",
  "/tax-strategies",
  "/succession-planning",
  "/manufacturer-sale",
  "/faqs",
  "/blog/dumbest-mistake-young-founders",
  "/blog/when-to-start-exit-planning",
  "/blog/why-plan-before-loi",
];

for (const path of invitingPages) {
  test(`${path}: the last printed sheet has more than the invitation`, async ({ page }) => {
    await page.goto(path);
    const invitation = withoutSpace(await page.locator("#contact h2").innerText());
    const sheets = await readSheets(await page.pdf({ preferCSSPageSize: true }));
    // The margin of a sheet precedes its text.
    const [before = "", after] = (sheets.at(-1) ?? "").split(invitation);
    expect(after).toContain(withoutSpace("Investing involves risk"));
    expect(before.length).toBeGreaterThan(300);
  });
}

test("the heading of the advisor’s note is printed on the sheet of its first sentence", async ({ page }) => {
  await page.goto("/");
  const sheets = await readSheets(await page.pdf({ preferCSSPageSize: true }));
  const note = sheets.filter((sheet) => sheet.includes(withoutSpace("A note from your advisor")));
  expect(note).toHaveLength(1);
  expect(note[0]).toContain(withoutSpace("Most owners sell one company in their lives."));
});
