import { expect, type Page } from "@playwright/test";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import {
  colorRules,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectFittingAtBothWidths,
  expectNothingMoved,
  measureOverflow,
} from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { everyPath } from "../kit/every-path.ts";
import { test } from "../kit/shared-page.ts";

const zoomedTo200Percent = { width: 720, height: 450 };
const narrowest = { width: 320, height: 640 };

/** One page of each layout. `npm run prove` opens every page. */
const pageOfEachLayout: readonly string[] = [
  "/",
  "/succession-planning",
  "/about",
  "/faqs",
  "/blog",
  "/blog/why-plan-before-loi",
  "/linkedin-live-signup",
  "/pre-loi-assessment",
  "/form-crs",
  "/compliance-dashboard",
  "/404",
];

for (const path of everyPath) {
  const runs = pageOfEachLayout.includes(path) ? "" : " @long";
  test(`${path}: nothing moves or overflows, no other host is contacted, and axe has no findings on screen or in print${runs}`, async ({
    page,
  }) => {
    const complaints = foreignRequests(page);
    page.on("console", (message) => {
      // The not-found page is expected to return 404.
      if (!message.text().includes("404 (Not Found)")) complaints.push(message.text());
    });
    await page.goto(path);
    // Only islands load after the page.
    if ((await page.locator("[data-island]").count()) > 0) await page.waitForLoadState("networkidle");
    await expectNothingMoved(page);
    await expectAccessibleAtBothWidths(page);
    await expectFittingAtBothWidths(page);
    // A window of 1440 by 900 at 200% zoom, and the narrowest screen (WCAG 2.2, 1.4.4 and 1.4.10).
    for (const viewport of [zoomedTo200Percent, narrowest]) {
      await page.setViewportSize(viewport);
      expect(await measureOverflow(page)).toBe(0);
    }
    // All sheets have the same width.
    if (test.info().project.name === "wide") {
      await page.emulateMedia({ media: "print" });
      await expectAccessible(page, { only: colorRules });
      await expect(page.getByText("Advisory services are offered through").last()).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });
}

/** Collects the later requests of a page to other hosts. */
function foreignRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    // Chromium's PDF viewer loads its own files.
    if (/^(https?|wss?):\/\/(?!localhost:)/.test(request.url())) requests.push(request.url());
  });
  return requests;
}

for (const path of ["/pre-loi-assessment#q4", "/auth"]) {
  test(`axe has no findings at ${path}`, async ({ page }) => {
    await page.goto(path);
    await expectAccessibleAtBothWidths(page);
  });
}

test("axe has no findings in a result, on screen and in print", async ({ page, request }) => {
  const answer = await request.post("/functions/v1/pre-loi-assessment", {
    data: anAssessment(newPerson()),
  });
  const { data } = (await answer.json()) as { data: { resultUrl: string } }; // the endpoint's documented shape
  const foreign = foreignRequests(page);
  await page.goto(data.resultUrl);
  await expectAccessibleAtBothWidths(page);
  await page.emulateMedia({ media: "print" });
  await expectAccessible(page);
  await expect(page.getByText("Advisory services are offered through")).toBeVisible();
  expect(foreign).toEqual([]);
});
