import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { getArticleText } from "#app/pages/articles.ts";
import { ArticleText } from "#app/site/article-components/article-text.tsx";
import { latestTaxFigures } from "#content/tax-facts.ts";

const { tree } = getArticleText("business-owners-screw-up-selling");
const html = renderToStaticMarkup(<ArticleText tree={tree} figures={latestTaxFigures} />);

it("links each move of the timeline to its plate, in the order of the deadlines", () => {
  const links = [...html.matchAll(/<th scope="row"[^>]*><a href="#([^"]+)">/g)].map(([, id]) => id);
  const plates = [...html.matchAll(/<section class="move">\s*<h3 id="([^"]+)">/g)].map(([, id]) => id);
  expect(links).toHaveLength(10);
  expect(plates).toEqual(links);
  const widths = [...html.matchAll(/<rect width="([\d.]+)%"/g)].map(([, width]) => Number(width)).slice(-10);
  expect(widths[0]).toBe(20);
  expect(widths).toEqual(widths.toSorted((one, other) => one - other));
});

it("labels the letter of intent where the style sheet draws its line", () => {
  expect(html).toContain('<text x="93.3%" y="18" class="end">Letter of intent</text>');
});
