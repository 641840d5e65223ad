import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, type Locator, test } from "@playwright/test";
import { runnerImport } from "vite";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";

const words = {
  quote: "They told me not to sell yet, and were right.",
  author: "A. Sample",
  business: "Sample Machine Works",
  location: "Waco, Texas",
  isClient: true,
  compensation: "Nothing was paid for this.",
  conflict: "The author is a cousin of an employee.",
};

/** The component's style sheet comes from the build, with the page. */
const withoutStyles = {
  name: "without-styles",
  enforce: "pre",
  resolveId: (source: string) => (source.endsWith(".css") ? "\0style" : null),
  load: (id: string) => (id === "\0style" ? "" : null),
} as const;

/** The component as the server renders it. */
async function testimonial(): Promise<string> {
  const { module } = await runnerImport<typeof import("#app/site/reviews/testimonial.tsx")>(
    "./app/site/reviews/testimonial.tsx",
    { configFile: false, logLevel: "error", plugins: [withoutStyles] },
  );
  return renderToStaticMarkup(createElement(module.Testimonial, { testimonial: words }));
}

/** The properties that determine how prominent text is. */
async function readProminence(text: Locator): Promise<Record<string, string>> {
  return text.evaluate((element) => {
    const { fontFamily, fontSize, fontWeight, fontStyle, lineHeight, letterSpacing, color } =
      getComputedStyle(element);
    // Backgrounds and opacity of all ancestors, which can make text less prominent.
    const around: string[] = [];
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const { backgroundColor, opacity, filter } = getComputedStyle(box);
      if (backgroundColor !== "rgba(0, 0, 0, 0)" || opacity !== "1" || filter !== "none") {
        around.push(`${backgroundColor} ${opacity} ${filter}`);
      }
    }
    const behind = around.join(", ");
    return { fontFamily, fontSize, fontWeight, fontStyle, lineHeight, letterSpacing, color, behind };
  });
}

// 17 CFR 275.206(4)-1(b) requires clear and prominent disclosures, at least as prominent as the testimonial.
test("a testimonial contains client status, compensation and conflict, as large and as dark as the quote @phone", async ({
  page,
  request,
}) => {
  const served = await (await request.get("/reviews")).text();
  const withOne = served.replace('<div data-island="', `${await testimonial()}$&`);
  expect(withOne).not.toBe(served);
  await page.setContent(withOne);

  const block = page.getByRole("figure");
  const quote = block.getByText(words.quote);
  const said = [
    block.getByText("A client of the practice."),
    block.getByText(words.compensation),
    block.getByText(words.conflict),
  ];
  const weight = await readProminence(quote);
  for (const sentence of said) {
    await expect(sentence).toBeVisible();
    expect(await readProminence(sentence)).toEqual(weight);
  }
  // The text is dark on light, not merely equal.
  await expectAccessibleAtBothWidths(page);
});
