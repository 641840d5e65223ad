import { describe, expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { listArticles } from "#app/pages/articles.ts";
import { documentPages } from "#app/pages/content-pages.ts";
import { getFullTitle, maxTitleLength } from "#app/pages/page-meta.ts";
import { indexedPages } from "./site-files.ts";

const indexed = indexedPages().map((page) => ({ ...page, fullTitle: getFullTitle(page) }));

/** Words that owners search for. Each title contains one of them, or the advisor's name. */
const searchWords =
  /exit planning|selling|sell your|business|succession|tax|valuation|letter of intent|LOI|fiduciary|reviews|advis|Form (?:ADV|CRS)|privacy/i;

describe("the titles in search results", () => {
  it.each(indexed)(
    "$path: “$fullTitle” has at most 60 characters and a word of the reader",
    ({ fullTitle }) => {
      expect(fullTitle.length).toBeLessThanOrEqual(maxTitleLength);
      const words = fullTitle.replace(practice.firmName, "");
      expect(words.includes(practice.advisor.fullName) || searchWords.test(words)).toBe(true);
    },
  );

  it("and the descriptions below them differ from page to page", () => {
    expect(new Set(indexed.map(({ fullTitle }) => fullTitle.toLowerCase())).size).toBe(indexed.length);
    // The text version of the brochure describes the same document as its PDF.
    const described = indexed.filter(({ path }) => path !== documentPages.formAdvPart2aText.path);
    expect(new Set(described.map(({ description }) => description)).size).toBe(described.length);
  });

  it("name Form ADV on the brochure pages", () => {
    const { formAdvPart2a, formAdvPart2aText, formAdvPart2b } = documentPages;
    for (const page of [formAdvPart2a, formAdvPart2aText, formAdvPart2b]) {
      expect(getFullTitle(page)).toMatch(/^Form ADV Part 2/);
    }
  });

  it("omit the firm's name where the title would be too long", () => {
    const article = listArticles().find(({ slug }) => slug === "fiduciary-vs-broker");
    expect(article && getFullTitle(article)).toBe("Fiduciary vs. Broker: Duties and Pay Compared");
  });
});
