import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * No finding of axe, best practices included.
 * @param leaving rules that do not apply: a letter has no landmarks, for it is shown within somebody else's page
 */
export async function expectAccessible(page: Page, leaving: string[] = []): Promise<void> {
  // In the page itself: the other way opens a second one each time, which takes as long as the looking.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().disableRules(leaving).analyze();
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) })),
  ).toEqual([]);
}

/**
 * What is left when the heading's font arrives after its stand-in was painted, on a busy machine: a few pixels of one line. Whoever
 * moves a block makes a hundred times as much; search engines call up to 0.1 good.
 */
const fontsOwnShift = 0.001;

/** Nothing has jumped since the page began to load. */
export async function expectNothingMoved(page: Page): Promise<void> {
  expect(await layoutShift(page)).toBeLessThan(fontsOwnShift);
}

/** The sum of the browser's layout shifts. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ("value" in entry && typeof entry.value === "number") sum += entry.value;
          }
        }).observe({ type: "layout-shift", buffered: true });
        // Buffered entries are handed over in a task of their own.
        setTimeout(() => resolve(sum), 500);
      }),
  );
}
