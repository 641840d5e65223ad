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

/** How far things have jumped since the page began to load: the sum of the browser's layout shifts. */
export async function layoutShift(page: Page): Promise<number> {
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
