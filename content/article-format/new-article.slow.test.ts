import { describe, expect, test } from "vitest";
import { articleSources } from "./article-sources.ts";
import { describeSlugMistake } from "./article-address.ts";
import { checkArticles } from "./check-articles.ts";
import { createArticle } from "./create-article.ts";

describe("the address of an article", () => {
  test.each(["why-plan-before-loi", "5-mistakes", "a"])("can be %s", (slug) => {
    expect(describeSlugMistake(slug)).toBeUndefined();
  });

  test.each([
    "",
    "Capitals",
    "two--hyphens",
    "-a",
    "a-",
    "a/b",
    "a.data",
    "ä",
    "2026",
    "feed",
    "constructor",
  ])("cannot be “%s”", (slug) => {
    expect(describeSlugMistake(slug)).toBeDefined();
  });

  test("has at most 60 characters", () => {
    expect(describeSlugMistake("a".repeat(60))).toBeUndefined();
    expect(describeSlugMistake("a".repeat(61))).toContain("60");
  });
});

describe("all articles together", () => {
  test("are those of the files without mistakes", () => {
    expect(checkArticles({ ...articleSources })).toEqual([]);
  });

  test("link to each other only where there is an article, in their text and in their lists", () => {
    const { "fiduciary-vs-broker": removed = "", ...others } = { ...articleSources };
    const mistakes = checkArticles(others);
    expect(mistakes.map(({ slug }) => slug)).toContain("dumbest-mistake-young-founders");
    expect(new Set(mistakes.map(({ message }) => message.replace(/#\S*(?=,)/, "")))).toEqual(
      new Set(["links to /blog/fiduciary-vs-broker, where there is no article"]),
    );
    const linking = removed.concat("\n[Elsewhere](/blog/none#part)\n");
    expect(checkArticles({ ...articleSources, "fiduciary-vs-broker": linking })).toEqual([
      { slug: "fiduciary-vs-broker", message: "links to /blog/none#part, where there is no article" },
    ]);
  });
});

test("a new article has a blank for each required field that is not known, with what the schema says about it", () => {
  const source = createArticle({
    title: 'A "quoted": title',
    today: "2026-11-28",
    dateShown: "November 2026",
    order: 7,
  });
  expect(source).toContain('topic: "" # One to three words before the date, e.g. Tax.\n');
  const messages = checkArticles({ "a-title": source }).map(({ message }) => message);
  expect(messages.map((message) => /\w+(?:\.\w+)?(?= must)/.exec(message)?.[0])).toEqual([
    "alternativeTitle",
    "topic",
    "summary",
    "figure.shown",
    "figure.meaning",
    "description",
    "keywords.0",
    "keywords.1",
    "keywords.2",
  ]);
});
