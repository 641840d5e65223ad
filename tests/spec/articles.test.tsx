import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { getArticleText, listArticles } from "#app/pages/articles.ts";
import { ArticleText } from "#app/site/article-components/article-text.tsx";
import { articleData } from "#app/site/articles/article-page.tsx";
import { latestTaxFigures } from "#content/tax-facts.ts";
import { practice } from "#content/practice.ts";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";
import { articleScreen, listIn, product } from "./screens.tsx";

/** The rows of specification section 2, "Blog articles". If it specifies no reading time, ours is only compared with the word count. */
const specified = [
  { slug: "when-to-start-exit-planning", date: "December 2024", minutes: 5, links: [product] },
  { slug: "tax-reduction-strategies", date: "December 2024", minutes: 6, links: ["/tax-strategies"] },
  { slug: "fiduciary-vs-broker", date: "December 2024", minutes: 7, links: ["/#contact"] },
  {
    slug: "dumbest-mistake-young-founders",
    date: "Jan 5, 2025",
    published: "2025-01-05",
    links: [
      "/succession-planning",
      product,
      "/blog/fiduciary-vs-broker",
      "/blog/business-owners-screw-up-selling",
    ],
  },
  {
    slug: "business-owners-screw-up-selling",
    date: "Jan 5, 2025",
    published: "2025-01-05",
    links: ["/#contact", "/#about"],
  },
  { slug: "why-plan-before-loi", date: "July 2025", minutes: 6, links: ["/pre-loi-assessment"] },
];

test("specification section 2: six articles", () => {
  expect(listArticles().map(({ slug }) => slug)).toEqual(specified.map(({ slug }) => slug));
});

describe.each(specified)(
  "specification section 2, /blog/$slug",
  ({ slug, date, published, minutes, links }) => {
    const { article, html } = articleScreen(slug);
    const text = readArticleText(slug);

    test(`has the date ${date} in the page and the structured data`, () => {
      const [, day = "", shown] = /<time dateTime="([^"]*)">([^<]*)<\/time>/.exec(html) ?? [];
      expect(shown).toBe(date);
      expect(day).toBe(article.published);
      const form = /^[A-Z][a-z]{2} \d/.test(date)
        ? ({ dateStyle: "medium", timeZone: "UTC" } as const)
        : ({ month: "long", year: "numeric", timeZone: "UTC" } as const);
      expect(new Intl.DateTimeFormat("en-US", form).format(new Date(day))).toBe(date);
      if (published !== undefined) expect(day).toBe(published);
    });

    test("states a reading time of 180 to 260 words per minute", () => {
      const { readingMinutes = 0 } = article;
      if (minutes !== undefined) expect(readingMinutes).toBe(minutes);
      expect(elementsIn(html, "li")).toContain(`${readingMinutes} min read`);
      // A drawing is in the page twice, with few words to read.
      const read = wordsOf(text.replaceAll(/<svg.*?<\/svg>/gs, ""));
      const perMinute = read.split(" ").length / readingMinutes;
      expect(perMinute).toBeGreaterThanOrEqual(180);
      expect(perMinute).toBeLessThanOrEqual(260);
    });

    test.each(links)("its text links to %s", (path) => {
      expect(linksIn(text)).toContainEqual(expect.objectContaining({ href: path, opensNewTab: false }));
    });

    test("ends with cards of related pieces, each a link with its title", () => {
      const cards = listIn(html, "reading text").flatMap(linksIn);
      expect(cards.map(({ href }) => href)).toEqual(article.related);
      for (const { words } of cards) expect(words).not.toBe("");
    });

    test("has its metadata with all eleven fields", () => {
      const data = articleData(article, "https://example.com");
      const url = `https://example.com/blog/${slug}`;
      expect(data).toMatchObject({
        headline: article.title,
        alternativeHeadline: article.alternativeTitle,
        image: `https://example.com/share/blog-${slug}.png`,
        author: { "@type": "Person", name: practice.advisor.name },
        publisher: { name: practice.firmName },
        url,
        datePublished: article.published,
        dateModified: article.modified,
        description: article.description,
        keywords: article.keywords.join(", "),
        mainEntityOfPage: { "@id": url },
      });
      expect(article.modified >= article.published).toBe(true);
    });
  },
);

// Case names, rules and street abbreviations end with a period that ends no sentence.
const abbreviations = /\b(?:v|vs|Memo|Reg|Rev|Rul|Treas|T\.C|U\.S|U\.S\.C|Cum)\./g;

describe.each(listArticles())("the sentences of $path", ({ slug }) => {
  test("have at most 30 words", () => {
    const html = readArticleText(slug).replaceAll(
      /<(?:table|svg|figcaption)\b.*?<\/(?:table|svg|figcaption)>/gs,
      "",
    );
    const blocks = [...elementsIn(html, "p"), ...elementsIn(html, "li")];
    const sentences = blocks.flatMap((block) =>
      block.replaceAll(abbreviations, "").split(/(?<=[.?!]”?) (?=[“$A-Z0-9])/),
    );
    expect(sentences.length).toBeGreaterThan(40);
    expect(sentences.filter((sentence) => sentence.split(" ").length > 30)).toEqual([]);
  });
});

describe("specification sections 2 and 3, single articles", () => {
  test("when-to-start-exit-planning: a timeline of five years, from the fifth before the sale to the closing", () => {
    const [, list = ""] =
      /in months before closing.*?<ol>(.*?)<\/ol>/s.exec(readArticleText("when-to-start-exit-planning")) ??
      [];
    const stations = elementsIn(list, "b");
    expect(stations).toEqual([
      "5 years before",
      "4 years before",
      "3 years before",
      "2 years before",
      "1 year before",
      "The closing",
    ]);
  });

  test("business-owners-screw-up-selling: ten moves, numbered, each with a title and a description", () => {
    const moves = readArticleText("business-owners-screw-up-selling")
      .split(/(?=<h[23])/)
      .filter((part) => /^<h3[^>]*>\d/.test(part));
    expect(moves.map((move) => Number.parseInt(elementsIn(move, "h3")[0] ?? "", 10))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    for (const move of moves) {
      expect(elementsIn(move, "h3")[0]).toMatch(/^\d+\. \S.{9,}/);
      expect(wordsOf(elementsIn(move, "p").join(" ")).length).toBeGreaterThan(150);
    }
  });

  test("when-to-start-exit-planning: the periods of the 5-year timeline to scale, without gaps", () => {
    const [, periods = ""] =
      /in months before closing\. ([^"]*)\."/.exec(readArticleText("when-to-start-exit-planning")) ?? [];
    const months = [...periods.matchAll(/(\d+) to (\d+)/g)].map(([, from, to]) => [Number(from), Number(to)]);
    expect(months[0]?.[0]).toBe(5 * 12);
    expect(months.slice(1).map(([from]) => from)).toEqual(months.slice(0, -1).map(([, to]) => to));
    expect(months.at(-1)?.[1]).toBe(0);
  });

  test("business-owners-screw-up-selling: cards of related articles", () => {
    const cards = listIn(articleScreen("business-owners-screw-up-selling").html, "reading text");
    expect(cards.length).toBeGreaterThanOrEqual(2);
    for (const { href } of cards.flatMap(linksIn)) expect(href).toMatch(/^\/blog\//);
  });
});

/** The text of an article without margin facts, next step and related articles. */
function readArticleText(slug: string): string {
  return renderToStaticMarkup(<ArticleText tree={getArticleText(slug).tree} figures={latestTaxFigures} />);
}
