import { expect, test } from "@playwright/test";
import { expectAccessibleAtBothWidths, expectNothingMoved } from "../kit/accessibility.ts";

test("the home page paints after one request, and its font moves nothing", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    // The icon, the speculation rules and the visit script are requested after the page has loaded, and the script sends the visit.
    const isLate = /\.svg$|speculation-rules|\/visit-[\w-]+\.js$|\/visitors$/.test(request.url());
    if (!isLate) requests.push(request.resourceType());
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(requests.toSorted()).toEqual(["document", "font"]);
  // The visit script follows the first paint.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".js")),
  );
  const early = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    return { scripts: scripts.length, early: scripts.filter(({ startTime }) => startTime < loadedAt).length };
  });
  expect(early).toEqual({ scripts: 1, early: 0 });
  await expectNothingMoved(page);
});

test("axe has no findings, with an answer open and with the menu open", async ({ page }) => {
  await page.goto("/");
  await page.locator("summary").last().click();
  await page.getByRole("button", { name: "Menu" }).click();
  await expectAccessibleAtBothWidths(page);
});

test("the menu opens under the security policy, closes on Escape and on a click outside @phone", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.goto("/");
  const menu = page.getByRole("button", { name: "Menu" });
  const service = page.getByRole("link", { name: "Business Valuation", exact: true });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(service).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(service).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await expect(service).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(service).toBeHidden();
  expect(refused).toEqual([]);
});

test("the open menu leaves its button uncovered, below the sample banner and after scrolling @phone", async ({
  page,
}) => {
  await page.goto("/");
  for (const scrolled of [0, 600]) {
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolled);
    await page.getByRole("button", { name: "Menu" }).click();
    const edges = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return { header: box(".site-header")?.bottom, menu: box("#menu")?.top, end: box("#menu")?.bottom };
    });
    // They may share the border of the header.
    expect(edges.menu).toBeGreaterThanOrEqual(Number(edges.header) - 1);
    expect(edges.menu).toBeLessThanOrEqual(Number(edges.header));
    expect(edges.end).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
    await page.keyboard.press("Escape");
  }
});

test("one answer is open at a time and can be closed @any-width", async ({ page }) => {
  await page.goto("/");
  const questions = page.locator("summary");
  await expect(questions).toHaveCount(5);
  const open = page.locator("details[open]");
  await questions.nth(1).click();
  await expect(open).toHaveCount(1);
  await questions.nth(3).click();
  await expect(open).toHaveCount(1);
  await questions.nth(3).click();
  await expect(open).toHaveCount(0);
});

test("focus is never hidden under the header @phone", async ({ page }) => {
  await page.goto("/");
  // From the last link backwards, because a sticky header covers elements when the page scrolls up.
  await page.locator("footer a").last().focus();
  for (let step = 0; step < 45; step += 1) {
    await page.keyboard.press("Shift+Tab");
    const coveredBy = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      const box = focused.getBoundingClientRect();
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + 2);
      const isSeen = top === null || focused.contains(top) || top.contains(focused);
      return isSeen ? null : `${focused.outerHTML.slice(0, 80)} under ${top.outerHTML.slice(0, 80)}`;
    });
    expect(coveredBy).toBeNull();
  }
});

test("anchors lead to their sections @phone", async ({ page }) => {
  for (const anchor of ["top", "about", "contact"]) {
    await page.goto(`/#${anchor}`);
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
});

test("nothing overflows at 320 pixels @any-width", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
