import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Frame, type Page } from "@playwright/test";
import { isLong } from "#tests/kit/rounds.ts";

/** The source of axe. The Playwright builder would inject it twice per page, which takes as long as the analysis. */
const axe = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const alreadyThere = "undefined";

/** The axe rules that depend on colors. */
export const colorRules: string[] = ["color-contrast", "link-in-text-block"];

/**
 * Expects no axe findings, including best practices.
 * @param rules.leaving rules that do not apply: an email has no landmarks, because mail clients display it in their own page
 * @param rules.only runs only these rules
 */
export async function expectAccessible(
  page: Page,
  { leaving = [], only }: { leaving?: string[]; only?: string[] } = {},
): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await runsScripts(frame))) continue;
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
  }
  await finishTransitions(page);
  const { violations } = await new AxeBuilder({ page, axeSource: alreadyThere })
    // Runs in the page itself, because the alternative opens another page each time.
    .setLegacyMode()
    .exclude("iframe[sandbox]:not([sandbox~='allow-scripts'])")
    .exclude("iframe[src*='.pdf#']")
    // Passed rules are reported without their elements.
    .options({
      resultTypes: ["violations"],
      ...(only === undefined ? {} : { runOnly: { type: "rule", values: only } }),
    })
    .disableRules(leaving)
    .analyze();
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) })),
  ).toEqual([]);
}

/** The width of the `narrow` project (playwright.config.ts). */
export const phone = { width: 390, height: 844 };

/** Runs a check at the width of a phone. Does nothing if the page already has it. */
export async function atPhoneWidth(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  if (size === null || size.width <= phone.width) return;
  await page.setViewportSize(phone);
  await check();
  await page.setViewportSize(size);
}

/**
 * Expects no axe findings at the width of the page and, in `npm run prove`, at that of a phone. One visit answers both questions, because
 * opening a page takes longer than the check. Colors do not depend on the width.
 */
export async function expectAccessibleAtBothWidths(
  page: Page,
  { leaving = [] }: { leaving?: string[] } = {},
): Promise<void> {
  await expectAccessible(page, { leaving });
  if (!isLong) return;
  await atPhoneWidth(page, () => expectAccessible(page, { leaving: [...leaving, ...colorRules] }));
}

/** Expects the page to be no wider than its window, at the width of the page and at that of a phone. */
export async function expectFittingAtBothWidths(page: Page): Promise<void> {
  expect(await measureOverflow(page)).toBe(0);
  await atPhoneWidth(page, async () => expect(await measureOverflow(page)).toBe(0));
}

/** The number of pixels by which the page is wider than its window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/** Neither a sandboxed frame without scripts nor the browser's PDF viewer responds. Such frames and the PDF have their own tests. */
async function runsScripts(frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return true;
  const element = await frame.frameElement();
  if ((await element.getAttribute("src"))?.includes(".pdf#") === true) return false;
  const sandbox = await element.getAttribute("sandbox");
  return sandbox === null || sandbox.split(" ").includes("allow-scripts");
}

/**
 * Finishes transitions between color schemes, which show intermediate colors. They are finished and not awaited, because the transition of
 * a removed element may never end.
 */
async function finishTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}

/** Expects no layout shift from the start of the page load until half a second after its end. */
export async function expectNothingMoved(page: Page): Promise<void> {
  expect(await layoutShifts(page)).toEqual([]);
}

/** The browser's layout shifts, with their size and the moved elements. */
async function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as LayoutShift; // the observer receives layout shifts only
            const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
              const words = node?.textContent?.trim().slice(0, 40) ?? "something that is gone";
              return `“${words}” from ${from.x} ${from.y} ${from.width} ${from.height} to ${to.x} ${to.y} ${to.width} ${to.height}`;
            });
            shifts.push(`${value}: ${moved.join(", ")}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        const [navigation] = performance.getEntriesByType("navigation");
        const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
        // Waits for the next frame and for the task in which the browser reports its shifts.
        setTimeout(() => resolve(shifts), Math.max(100, loadedAt + 500 - performance.now()));
      }),
  );
}

/** The entry type of the Layout Instability API, which TypeScript does not declare yet. */
type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};
