import { expect, test } from "@playwright/test";

const matches = (count: number) => new RegExp(`^${count} of 17 questions match\\.$`);

test("the filter keeps the questions that contain all words, and all questions when it is empty @any-width", async ({
  page,
}) => {
  await page.goto("/faqs");
  await page.waitForLoadState("networkidle");
  const questions = page.locator("main details");
  await expect(questions).toHaveCount(17);
  const filter = page.getByRole("searchbox", { name: "Filter questions" });

  await filter.fill("letter intent");
  const shown = questions.filter({ visible: true });
  const texts = await shown.allTextContents();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.length).toBeLessThan(17);
  for (const text of texts) expect(text).toMatch(/letter.*intent|intent.*letter/is);
  await expect(page.getByRole("status")).toHaveText(matches(texts.length));
  // A group without a question that matches is hidden with its heading.
  const groups = page.locator("main section:has(details)").filter({ visible: true });
  expect(await groups.count()).toBeLessThan(9);

  await filter.fill("xylophone");
  await expect(page.getByRole("status")).toHaveText("No questions match. Try another word.");
  await filter.fill("");
  await expect(shown).toHaveCount(17);
  await expect(page.getByRole("status")).toBeEmpty();
});

test("all answers can be opened and closed together", { tag: "@any-width" }, async ({ page }) => {
  await page.goto("/faqs");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Open all" }).click();
  await expect(page.locator("main details[open]")).toHaveCount(17);
  await page.getByRole("button", { name: "Close all" }).click();
  await expect(page.locator("main details[open]")).toHaveCount(0);
});

test.describe("with scripting off", { tag: "@any-width" }, () => {
  test.use({ javaScriptEnabled: false });

  test("all questions are listed, without the filter @any-width", async ({ page }) => {
    await page.goto("/faqs");
    await expect(page.locator("main details").filter({ visible: true })).toHaveCount(17);
    await expect(page.locator("#faq-filter")).toBeHidden();
  });
});
