import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { getArticleText, listArticles } from "#app/pages/articles.ts";
import { monthOfYear } from "#app/platform/calendar/long-date.ts";
import { ArticleText } from "#app/site/article-components/article-text.tsx";
import { toPromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { millions, outcomeOf, unplannedSale } from "#content/tax-example.ts";
import { latestTaxFigures } from "#content/tax-facts.ts";
import { elementsIn, linksIn, wordsOf } from "#tests/spec/markup.ts";
import { ArticleIndexPage } from "./article-index-page.tsx";

const html = renderToStaticMarkup(<ArticleIndexPage />);

const event = {
  title: "Before the Letter of Intent",
  startsAt: new Date("2026-12-17T18:00:00Z"),
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 100,
};

describe("the list of articles", () => {
  it("has one main heading, and a heading for each section and article", () => {
    expect(elementsIn(html, "h1")).toEqual(["Articles for owners planning a sale"]);
    const headings = [...elementsIn(html, "h2"), ...elementsIn(html, "h3")];
    for (const { title } of listArticles()) expect(headings).toContain(wordsOf(title));
  });

  it("is sorted by date, newest first", () => {
    const dates = [...html.matchAll(/<time dateTime="([^"]*)">[^<]*<\/time>, updated/g)].map(
      ([, date]) => date,
    );
    expect(dates).toHaveLength(listArticles().length);
    expect(dates).toEqual(dates.toSorted((one = "", other = "") => other.localeCompare(one)));
  });

  it("gives each article its dates, reading time, summary and figure", () => {
    const words = wordsOf(html);
    for (const { topic, published, readingMinutes, summary, figure } of listArticles()) {
      expect(words).toContain(`${topic} · ${monthOfYear(published)}, updated `);
      expect(words).toContain(`${readingMinutes} min read`);
      expect(words).toContain(summary);
      expect(words).toContain(`${figure.shown} ${figure.meaning}`);
    }
  });

  it("links to the guides, the feed and the live event", () => {
    const paths = linksIn(html).map(({ href }) => href);
    expect(paths).toEqual(
      expect.arrayContaining([
        "/manufacturer-sale",
        "/seven-steps",
        "/blog/rss.xml",
        "/linkedin-live-signup",
      ]),
    );
  });

  it("announces the event with its date, or offers the next one", () => {
    const upcoming = toPromotedEvent({ phase: "upcoming", event, seatsLeft: 54 });
    const words = wordsOf(renderToStaticMarkup(<ArticleIndexPage promoted={upcoming} />));
    expect(words).toContain("Dec 17, 2026 12:00 PM CST 45 minutes Reserve a seat");
    expect(wordsOf(html)).toContain("Free live event Get notified about the next event");
  });
});

/** The figures of the list, in the words of the articles. */
const figures: Readonly<Record<string, { shown: string; words: string }>> = {
  "why-plan-before-loi": { shown: "60–90", words: "60 to 90 days" },
  "tax-reduction-strategies": { shown: millions(outcomeOf(unplannedSale).tax), words: "$2.38M" },
  // The worked example of that article computes it: $12.95M of $24M.
  "business-owners-screw-up-selling": { shown: `${Math.round((12.95 / 24) * 100)}%`, words: "54 cents" },
  "when-to-start-exit-planning": { shown: "36", words: "Three clean fiscal years 36 months" },
  "fiduciary-vs-broker": { shown: "$90,000", words: "Advice on $7M$90,000" },
  "dumbest-mistake-young-founders": { shown: "$5.71M", words: "$24M taxed$5.71M" },
};

it.each(listArticles())("the figure of $path is in the article", ({ slug, figure }) => {
  const text = wordsOf(
    renderToStaticMarkup(<ArticleText tree={getArticleText(slug).tree} figures={latestTaxFigures} />),
  );
  expect(figure.shown).toBe(figures[slug]?.shown);
  expect(text).toContain(figures[slug]?.words);
});
