import { describe, expect, test } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { businessData } from "#app/site/home/business-data.ts";
import { homeFaqs } from "#content/faqs.ts";
import { practice } from "#content/practice.ts";
import { homePage } from "./home-page.tsx";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";

const product = `/${practice.servicePageSlug}`;
const html = homePage();
const links = linksIn(html);

describe("specification section 1, home page", () => {
  test.each([
    ["hero", 'id="top"'],
    ["value propositions", "Get these five things right"],
    ["client success stories", "Read More Success Stories"],
    ["services", "Learn More"],
    ["frequently asked questions", "<details"],
    ["call-to-action band", 'id="contact"'],
  ])("has the section: %s", (_, mark) => {
    expect(html).toContain(mark);
  });

  test("has structured business data, a title and a description for search engines as the seventh element", () => {
    expect(businessData("https://example.com")).toMatchObject({ name: practice.firmName });
    expect(pages.home.title.length).toBeGreaterThan(10);
    expect(pages.home.description.length).toBeGreaterThan(50);
  });

  test.each([
    "Exit without regret",
    "Cash-flow confidence",
    "A coordinated professional team",
    "Tax strategy",
    "Fiduciary-only advice",
  ])("value proposition: %s", (title) => {
    expect(elementsIn(html, "h3")).toContain(title);
  });

  test.each([
    ["hero", "Let's Talk Exit Strategy", practice.schedulingUrl, true],
    ["hero", "Pre-LOI Checklist", "/pre-loi-assessment", false],
    ["hero", practice.mailRequests.sevenSteps.label, "mailto:", false],
    ["success stories", "Read More Success Stories", "/reviews", false],
    ["closing band", practice.phone.display, `tel:${practice.phone.dial}`, false],
    ["closing band", practice.email, `mailto:${practice.email}`, false],
    ["closing band", "Schedule Your Strategy Call", practice.schedulingUrl, true],
  ])("%s: %s has the specified target", (_, words, href, opensNewTab) => {
    const found = links.find((link) => link.words === words);
    expect(found?.href.startsWith(href)).toBe(true);
    expect(found?.opensNewTab).toBe(opensNewTab);
  });

  test("the 7 Steps email is prefilled with a subject and a short greeting, in the hero and in the closing band", () => {
    const letters = links
      .filter((link) => link.words === practice.mailRequests.sevenSteps.label)
      .map((link) => new URL(link.href));
    expect(letters).toHaveLength(2);
    for (const letter of letters) {
      expect(letter.pathname).toBe(practice.email);
      expect(letter.searchParams.get("subject")).toBe(practice.mailRequests.sevenSteps.subject);
      expect(letter.searchParams.get("body")).toMatch(/^Hello,/);
    }
  });

  test.each([
    ["Why Plan Before LOI", "/blog/why-plan-before-loi"],
    ["Business Valuation Guidance", "/business-valuation"],
    ["Tax Optimization", "/tax-strategies"],
    ["Post-Sale Strategy", product],
    ["Estate Coordination", "/succession-planning"],
    ["Succession Planning", "/succession-planning"],
  ])("service card: %s, Learn More leads to %s", (title, path) => {
    const card = html.split(/<li|<\/ul>/).find((item) => item.includes(`<h3>${title}</h3>`)) ?? "";
    expect(linksIn(card)).toEqual([{ words: "Learn More", href: path, opensNewTab: false }]);
  });

  test("six cards, and the testimonial list is empty", () => {
    expect(links.filter((link) => link.words === "Learn More")).toHaveLength(6);
    expect(html).not.toContain("<blockquote");
  });

  test.each([
    ["when to start exit planning", /when .*start exit planning/i, "/blog/when-to-start-exit-planning"],
    ["working with the current CPA or lawyer", /CPA.*lawyer/, undefined],
    [
      "how the advisor differs from a typical wealth advisor",
      /different from a typical wealth advisor/,
      "/blog/fiduciary-vs-broker",
    ],
    ["background with family businesses", /background with family businesses/, "/succession-planning"],
    ["what if not ready to sell", /not ready to sell/, "/pre-loi-assessment"],
  ])("question: %s", (_, words, path) => {
    const item = homeFaqs.find(({ question }) => words.test(question.replaceAll("’", "'")));
    expect(item?.link?.path).toBe(path);
  });

  test("five questions in a single-open accordion, with Read more links", () => {
    expect(html.match(/<details name="faq"/g)).toHaveLength(5);
    expect(links.filter((link) => link.words === "Read more")).toHaveLength(4);
  });

  test.each([
    ["experience", "32+ years"],
    ["certification", "CIMA"],
    ["commissions", "No commissions and no products"],
    ["audience", "$10M"],
    ["place", practice.postalAddress.city],
  ])("claim: %s", (_, words) => {
    expect(wordsOf(html)).toContain(words);
  });
});
