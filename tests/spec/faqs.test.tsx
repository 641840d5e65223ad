import { describe, expect, test } from "vitest";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { faqData } from "#app/site/faqs/faqs-page.tsx";
import { faqGroups } from "#content/faq-groups.ts";
import { fillTaxFigures, latestTaxFigures } from "#content/tax-facts.ts";
import { practice } from "#content/practice.ts";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";
import { faqsScreen, sectionIn } from "./screens.tsx";

const html = faqsScreen();
const questions = fillTaxFigures(faqGroups, latestTaxFigures).flatMap((group) => group.questions);

// The specification counts nine groups but shows eight; the ninth is ours.
const groups = [
  { title: "Timing & Readiness", count: 3 },
  { title: "Valuation & Price", count: 2 },
  { title: "Preparing the Business & Due Diligence", count: 2 },
  { title: "Finding Buyers & Structuring the Deal", count: 2 },
  { title: "Confidentiality & Legacy", count: 2 },
  { title: "Taxes & Personal Wealth", count: 1 },
  { title: "The Right Advisors", count: 1 },
  { title: "Emotional & Succession Considerations", count: 2 },
  { title: "Fees & Fiduciary Standard", count: 2 },
];

describe("specification section 2, /faqs", () => {
  test("nine groups in the specified order, seventeen questions", () => {
    expect(faqGroups.map(({ title }) => title)).toEqual(groups.map(({ title }) => title));
    expect(elementsIn(html, "summary")).toHaveLength(17);
  });

  test.each(groups)("the group $title has and displays $count questions", ({ title, count }) => {
    const group = sectionIn(html, faqGroups.find((each) => each.title === title)?.id ?? "");
    expect(elementsIn(group, "h2")).toEqual([title]);
    const [, index = ""] = /<nav [^>]*aria-label="Groups of questions">(.*?)<\/nav>/s.exec(html) ?? [];
    expect(elementsIn(index, "li")).toContain(`${title} ${count} question${count === 1 ? "" : "s"}`);
    expect(elementsIn(group, "summary")).toHaveLength(count);
  });

  test.each(questions)("$question has an answer, a call to action and a Get Started link", (each) => {
    const item = getItem(each.question);
    const [short = "", answer = "", action = ""] = elementsIn(item, "p");
    expect(short).toBe(each.seoSnippet);
    const { length } = short.split(" ");
    expect(length).toBeGreaterThanOrEqual(28);
    expect(length).toBeLessThanOrEqual(50);
    expect(answer.length).toBeGreaterThan(200);
    expect(action).toBe(`${each.cta} Get Started`);
    expect(linksIn(item).filter(({ words }) => words === "Get Started")).toEqual([
      { words: "Get Started", href: practice.schedulingUrl, opensNewTab: true },
    ]);
  });

  test.each(questions)("$question has a link of its own", ({ id, question }) => {
    const item = getItem(question);
    expect(item).toContain(`<div class="answer" id="${id}">`);
    expect(linksIn(item).map(({ href }) => href)).toContain(`#${id}`);
  });

  test("one question is open at a time", () => {
    expect(html.match(/<details name="faq"/g)).toHaveLength(17);
  });

  test("the first answer is open at first", () => {
    const items = html.match(/<details [^>]*>/g) ?? [];
    expect(items.map((item) => item.includes(" open="))).toEqual(items.map((_, index) => index === 0));
  });

  test("a closing card with the same link", () => {
    const words = "Schedule a confidential consultation today";
    const closing = html.slice(html.lastIndexOf("<section"));
    expect(linksIn(closing)[0]).toEqual({ words, href: practice.schedulingUrl, opensNewTab: true });
  });

  test("a canonical link", () => {
    const matches = [{ id: "root", loaderData: { siteUrl: "https://example.com" } }];
    expect(pageMeta(pages.faqs, matches)).toContainEqual({
      tagName: "link",
      rel: "canonical",
      href: "https://example.com/faqs",
    });
  });
});

describe("specification sections 2 and 3, structured data", () => {
  const { mainEntity } = faqData(latestTaxFigures);

  test("twelve questions, each with its answer as the page gives it", () => {
    expect(mainEntity).toHaveLength(12);
    const page = wordsOf(html);
    for (const { "@type": type, name, acceptedAnswer } of mainEntity) {
      expect(type).toBe("Question");
      expect(acceptedAnswer["@type"]).toBe("Answer");
      expect(page).toContain(`${name} ${acceptedAnswer.text}`);
    }
  });

  test("plain text without markup", () => {
    for (const { name, acceptedAnswer } of mainEntity) {
      expect(name + acceptedAnswer.text).not.toMatch(/\]\(|\*\*|[<>]/);
    }
  });

  test.each(questions.filter(({ structured }) => structured === true))(
    "$question carries answer, link, metaDescription, seoSnippet and cta",
    ({ answer, link, metaDescription, seoSnippet, cta }) => {
      expect(linksIn(html)).toContainEqual({ words: link?.label, href: link?.path, opensNewTab: false });
      for (const text of [answer, metaDescription, seoSnippet, cta]) expect(text).toMatch(/\S{2,} \S.*[.?]$/);
      expect(new Set([answer, metaDescription, seoSnippet, cta]).size).toBe(4);
    },
  );

  test("all questions are different", () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(17);
  });
});

/** The item of a question. */
function getItem(question: string): string {
  const items = [...html.matchAll(/<details .*?<\/details>/gs)].map(([item]) => item);
  return items.find((item) => elementsIn(item, "summary")[0] === question) ?? "";
}
