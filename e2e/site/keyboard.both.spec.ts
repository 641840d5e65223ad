import { expect, type Page, test } from "@playwright/test";

/** The text of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
}

test("the keyboard reaches “Skip to content”, the firm's name, the menu and all of its links in order @phone", async ({
  page,
}) => {
  await page.goto("/faqs");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to content");
  const menu = page.getByRole("button", { name: "Menu" });
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press("Tab");
    if (await menu.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(menu).toBeFocused();
  await page.keyboard.press("Space");
  const links = page.locator("#menu a").filter({ visible: true });
  // Home, five services, six articles, reviews, sign-in (specification section 2). On a small screen, the event, About, Form CRS, the phone
  // number and the call come first.
  await expect(links).toHaveCount(test.info().project.name === "narrow" ? 19 : 14);
  for (const link of await links.all()) {
    await page.keyboard.press("Tab");
    await expect(link).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/auth$/);
});

test("an answer opens and closes by keyboard and closes the previous one @any-width", async ({ page }) => {
  await page.goto("/");
  const questions = page.locator("summary");
  const open = page.locator("details[open]");
  await questions.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(open).toContainText((await questions.nth(1).textContent()) ?? "no question");
  await questions.last().focus();
  await page.keyboard.press("Space");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText((await questions.last().textContent()) ?? "no question");
  await page.keyboard.press("Space");
  await expect(open).toHaveCount(0);
});
