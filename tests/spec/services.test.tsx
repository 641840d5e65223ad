import { describe, expect, test } from "vitest";
import { practice } from "#content/practice.ts";
import { elementsIn, linksIn, type SeenLink, wordsOf } from "./markup.ts";
import { contentScreen, listIn, partIn, product, sectionIn } from "./screens.tsx";

const schedule = { words: "Schedule Your Strategy Call", href: practice.schedulingUrl, opensNewTab: true };

/** The prefilled message of a mail link. */
function getMailLink(links: readonly SeenLink[]): URL {
  const letter = links.find(({ href }) => href.startsWith("mailto:"));
  if (letter === undefined) throw new Error("There is no mail link");
  return new URL(letter.href);
}

describe.each([
  ["/{product}", product, practice.mailRequests.exitPlanning],
  ["/business-valuation", "/business-valuation", practice.mailRequests.valuation],
  ["/tax-strategies", "/tax-strategies", practice.mailRequests.taxPlanning],
  ["/succession-planning", "/succession-planning", practice.mailRequests.successionPlanning],
])("specification section 2, %s", (_, path, request) => {
  const html = contentScreen(path);
  const [hero = "", afterHero = ""] = html.split("</header>");
  const closing = /<section class="band closing-invitation"[^>]*>(.*)<\/section>/s.exec(html)?.[1] ?? "";

  test("a hero with one main heading and the call to action to the scheduling page, in a new tab", () => {
    expect(elementsIn(hero, "h1")).toHaveLength(1);
    expect(afterHero).not.toContain("<h1");
    expect(linksIn(hero)).toContainEqual(schedule);
  });

  test("a final call to action with the same button and a prefilled email to the advisor", () => {
    expect(linksIn(closing)).toContainEqual(schedule);
    const letter = getMailLink(linksIn(closing));
    expect(letter.pathname).toBe(practice.email);
    expect(letter.searchParams.get("subject")).toBe(request.subject);
    expect(letter.searchParams.get("body")).toMatch(/^Hello,\s+\S.+/);
  });
});

describe("specification sections 2 and 7, subjects of the emails", () => {
  test.each([
    ["/business-valuation", "Business Valuation Inquiry"],
    ["/tax-strategies", "Tax Planning Inquiry"],
    ["/succession-planning", "Succession Planning Inquiry"],
  ])("%s: %s", (path, subject) => {
    expect(getMailLink(linksIn(contentScreen(path))).searchParams.get("subject")).toBe(subject);
  });
});

describe.each([
  ["/{product}", product],
  ["/business-valuation", "/business-valuation"],
])("specification section 2, landing page %s", (_, path) => {
  const html = contentScreen(path);

  test("a link back to Home", () => {
    expect(linksIn(html)).toContainEqual({ words: "Back to Home", href: "/", opensNewTab: false });
  });

  test("benefit cards, each with a title and a text", () => {
    const cards = listIn(sectionIn(html, "benefits"), "cards");
    expect(cards.length).toBeGreaterThanOrEqual(3);
    for (const card of cards) expectTitleAndText(card);
  });

  test("a process of five steps, each with a title and a text", () => {
    const steps = listIn(sectionIn(html, "process"), "steps");
    expect(steps).toHaveLength(5);
    for (const step of steps) expectTitleAndText(step);
  });

  test("pitfalls", () => {
    expect(listIn(sectionIn(html, "pitfalls"), "cards").length).toBeGreaterThanOrEqual(3);
  });
});

describe("specification section 2, /business-valuation", () => {
  const html = contentScreen("/business-valuation");

  test.each([
    ["negotiation power", "negotiation-power", /negotiation power/i],
    ["wealth planning", "wealth-planning", /wealth planning/i],
  ])("a section on %s", (_, id, heading) => {
    expect(elementsIn(sectionIn(html, id), "h2")[0]).toMatch(heading);
    expect(wordsOf(sectionIn(html, id)).length).toBeGreaterThan(500);
  });

  // The specification does not show the middle of the page, so these sections are ours.
  test.each([
    ["what drives a valuation", "drivers", "Seven drivers"],
    ["the financials", "financials", "Three to five years of financials"],
    ["a worked multiple", "worked-example", "Adjusted EBITDA"],
  ])("middle section: %s", (_, id, words) => {
    expect(wordsOf(sectionIn(html, id))).toContain(words);
  });
});

describe("specification section 2, /tax-strategies", () => {
  const html = contentScreen("/tax-strategies");

  test("a section on why to plan, with the sale of $10M", () => {
    const why = sectionIn(html, "why-plan");
    expect(elementsIn(why, "h2")[0]).toMatch(/^Why plan.*\$10M sale/);
    expect(why).toContain('class="sale-bars"');
  });

  test("four strategy cards, each with a title and a text", () => {
    const cards = listIn(sectionIn(html, "strategies"), "part-cards");
    expect(cards.map((card) => elementsIn(card, "h3")[0])).toEqual([
      "QSBS",
      "Installment sales",
      "Charitable remainder trusts",
      "Opportunity zones",
    ]);
    for (const card of cards) expectTitleAndText(card);
  });

  test.each(["qsbs", "installment-sales", "charitable-remainder-trusts", "opportunity-zones"])(
    "%s states who qualifies, the deadline and the cost, with an example",
    (id) => {
      const words = wordsOf(partIn(html, id));
      for (const point of ["Who qualifies", "Deadline", "Cost", "Example"]) {
        expect(words).toContain(point);
      }
    },
  );

  test("a timeline of when to start: 5+ years, 2–3 years, 1 year, after the sale", () => {
    const timeline = sectionIn(html, "when-to-start");
    expect(elementsIn(timeline, "h2")).toEqual(["When to start"]);
    expect(listIn(timeline, "cards").map((step) => elementsIn(step, "h3")[0])).toEqual([
      "5+ years",
      "2–3 years",
      "1 year",
      "After the sale",
    ]);
  });
});

describe("specification section 2, /succession-planning", () => {
  const html = contentScreen("/succession-planning");

  test("four themes, each with a title and a text", () => {
    const themes = sectionIn(html, "themes");
    expect(elementsIn(themes, "dt")).toEqual([
      "Family succession",
      "Employee ownership",
      "Estate planning",
      "Legacy preservation",
    ]);
    const texts = elementsIn(themes, "dd");
    expect(texts).toHaveLength(4);
    for (const text of texts) expect(text.length).toBeGreaterThan(20);
  });

  const options = listIn(sectionIn(html, "options"), "options");

  test("four options", () => {
    expect(options).toHaveLength(4);
  });

  test.each([
    ["first", "Family transition"],
    ["second", "Management buyout"],
    ["third", "ESOP"],
    ["fourth", "Third-party sale"],
  ])("the %s option: %s, with benefits and considerations", (_, title) => {
    const option = options.find((each) => elementsIn(each, "h3")[0] === title) ?? "";
    expect(elementsIn(option, "h4")).toEqual(["Benefits", "Considerations"]);
    const [benefits = "", considerations = ""] = option.split("Considerations</h4>");
    expect(listIn(benefits, "points").length).toBeGreaterThanOrEqual(2);
    expect(listIn(considerations, "points").length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ["GRATs", "grats", /^GRATs/],
    ["IDGTs", "idgts", /^IDGTs/],
    ["charitable strategies", "charitable-strategies", /^Charitable strategies/],
    ["family limited partnerships", "family-limited-partnerships", /^Family limited partnerships/],
  ])("estate coordination: %s", (_, id, heading) => {
    const part = partIn(sectionIn(html, "estate-coordination"), id);
    expect(elementsIn(part, "h3")[0]).toMatch(heading);
    expect(wordsOf(part).length).toBeGreaterThan(200);
  });
});

function expectTitleAndText(entry: string): void {
  const [title = ""] = elementsIn(entry, "h3");
  expect(title).not.toBe("");
  expect(elementsIn(entry, "p").at(-1)?.length, title).toBeGreaterThan(20);
}
