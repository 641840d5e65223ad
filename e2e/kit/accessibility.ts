import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Frame, type Page } from "@playwright/test";

/** The source of axe. Its builder would inject it twice for each page, which takes as long as the analysis. */
const axe = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const alreadyThere = "undefined";

/** The rules of axe that ask what color something has. */
export const colorRules: string[] = ["color-contrast", "link-in-text-block"];

/**
 * No finding of axe, best practices included.
 * @param rules.leaving rules that do not apply: an email has no landmarks, because mail programs display it in their own page
 * @param rules.only no other rules
 */
export async function expectAccessible(
  page: Page,
  { leaving = [], only }: { leaving?: string[]; only?: string[] } = {},
): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await runsScripts(frame))) continue;
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
  }
  await settleColours(page);
  const { violations } = await new AxeBuilder({ page, axeSource: alreadyThere })
    // In the page itself: the other way opens a second one each time.
    .setLegacyMode()
    .exclude("iframe[sandbox='']")
    // What passed is not described element by element.
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

/** What is framed so that nothing in it runs waits for ever to be asked; it has tests of its own. */
async function runsScripts(frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return true;
  const element = await frame.frameElement();
  return (await element.getAttribute("sandbox")) !== "";
}

/**
 * On the way from light to dark, or from the screen to paper, a button has colours that it never keeps. Brought to the end, not waited for:
 * the transition of an element that was just taken out of the page may never say that it has ended.
 */
async function settleColours(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}

/** Nothing has jumped since the page began to load and until half a second after it had, not by a pixel. */
export async function expectNothingMoved(page: Page): Promise<void> {
  expect(await layoutShifts(page)).toEqual([]);
}

/** The browser's layout shifts: how much each was, and what moved from where to where. */
async function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as LayoutShift; // nothing else was asked for
            const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
              const words = node?.textContent?.trim().slice(0, 40) ?? "something that is gone";
              return `“${words}” from ${from.x} ${from.y} ${from.width} ${from.height} to ${to.x} ${to.y} ${to.width} ${to.height}`;
            });
            shifts.push(`${value}: ${moved.join(", ")}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        const [navigation] = performance.getEntriesByType("navigation");
        const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
        // What has just been set is drawn first, and told of in a task of its own.
        setTimeout(() => resolve(shifts), Math.max(100, loadedAt + 500 - performance.now()));
      }),
  );
}

/** As the browser tells it (Layout Instability API), which TypeScript does not know yet. */
type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};
