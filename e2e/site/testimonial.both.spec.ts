import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, type Locator, test } from "@playwright/test";
import { runnerImport } from "vite";
import { expectAccessible } from "../kit/accessibility.ts";

const words = {
  quote: "They told me not to sell yet, and were right.",
  author: "A. Sample",
  business: "Sample Machine Works",
  location: "Waco, Texas",
  isClient: true,
  compensation: "Nothing was paid for this.",
  conflict: "The author is a cousin of an employee.",
};

/** The style sheet that a component names comes with the page here, from the build. */
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

/** What makes words more or less easy to read. */
async function weightOf(text: Locator): Promise<Record<string, string>> {
  return text.evaluate((element) => {
    const { fontFamily, fontSize, fontWeight, fontStyle, lineHeight, letterSpacing, color } =
      getComputedStyle(element);
    // Everything behind and around the words that could pale them.
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

// 17 CFR 275.206(4)-1(b): clearly and prominently, which is at least as prominently as the words themselves.
test("client status, compensation and conflict stand in the block of a testimonial, as large and as dark as its words", async ({
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
  const weight = await weightOf(quote);
  for (const sentence of said) {
    await expect(sentence).toBeVisible();
    expect(await weightOf(sentence)).toEqual(weight);
  }
  // Dark on light, not merely alike.
  await expectAccessible(page);
});
