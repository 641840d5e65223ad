import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PageHero } from "./page-hero.tsx";

const hero = { forWhom: "For owners", headline: "A headline", lead: "A lead." };
const figures = {
  note: "Hypothetical illustration",
  items: [
    { term: "Low", figure: "$1", note: "at least" },
    { term: "High", figure: "$2", note: "at most" },
  ],
};

it("has the figures of the page after their note, and before the contents", () => {
  const html = renderToStaticMarkup(
    <PageHero hero={{ ...hero, figures }} sections={[{ id: "one", heading: "One", blocks: [] }]} />,
  );
  const places = ["A lead.", "Hypothetical illustration", "$1 ", "at least", "$2 ", "On this page"];
  const found = places.map((words) => html.indexOf(words));
  expect(found.toSorted((a, b) => a - b)).toEqual(found);
  expect(found).not.toContain(-1);
});

it("omits the list if there are no figures", () => {
  expect(renderToStaticMarkup(<PageHero hero={hero} />)).not.toContain("<dl");
});

it("names the author with a link to the page about the advisor", () => {
  const html = renderToStaticMarkup(<PageHero hero={hero} author="Ada Example" />);
  expect(html).toContain('For owners <span class="byline">By <a href="/about">Ada Example</a></span>');
  expect(renderToStaticMarkup(<PageHero hero={hero} />)).not.toContain("byline");
});
