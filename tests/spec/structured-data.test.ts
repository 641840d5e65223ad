import { describe, expect, it } from "vitest";
import { readVocabulary } from "#tests/kit/schema-vocabulary.ts";
import { mistakesIn } from "#tests/kit/structured-data.ts";

// That the check of structured data finds what it is there for; what the pages hold is checked in `structured-data.http.test.ts`.

const vocabulary = readVocabulary();
const context = { "@context": "https://schema.org" };

function mistakesOf(node: Record<string, unknown>): string[] {
  return mistakesIn({ ...context, ...node }, vocabulary);
}

describe("schema.org's vocabulary", () => {
  it("knows its types and what stands above them", () => {
    const lineage = vocabulary.lineageOf("FinancialService");
    expect([...lineage]).toEqual(expect.arrayContaining(["LocalBusiness", "Organization", "Place", "Thing"]));
    expect(lineage.has("Person")).toBe(false);
    expect(vocabulary.lineageOf("telephone").size).toBe(0);
  });

  it("knows which types a property belongs to, and what it takes", () => {
    const author = vocabulary.propertyNamed("author");
    expect([...(author?.domains ?? [])]).toContain("CreativeWork");
    expect(author?.ranges).toEqual(new Set(["Organization", "Person"]));
    expect(vocabulary.propertyNamed("Person")).toBeUndefined();
  });

  it("is whole", () => {
    const known = ["Article", "FAQPage", "BreadcrumbList", "AggregateRating", "Service", "PostalAddress"];
    for (const type of known) expect(vocabulary.lineageOf(type).has("Thing"), type).toBe(true);
    expect(vocabulary.isMember("InStock")).toBe(true);
    expect(vocabulary.isMember("Person")).toBe(false);
  });
});

describe("structured data", () => {
  it("is taken as it should be", () => {
    expect(
      mistakesOf({
        "@type": "Article",
        "@id": "https://www.example.com/a",
        headline: "A headline",
        author: [{ "@type": "Person", name: "Someone" }, "Somebody else"],
        publisher: { "@type": "FinancialService", name: "A practice" },
        image: "https://www.example.com/a.png",
        datePublished: "2025-01-05",
        dateModified: "2025-01-05T12:00:00Z",
        wordCount: 1200,
        isAccessibleForFree: true,
        mainEntityOfPage: { "@type": "WebPage", "@id": "https://www.example.com/a" },
      }),
    ).toEqual([]);
  });

  it.each([
    ["a type that there is not", { "@type": "WealthAdvisor" }, "WealthAdvisor is no type"],
    ["no type", { name: "A practice" }, "the data has no type"],
    [
      "a type that there is not, in another thing",
      { "@type": "Article", author: { "@type": "Advisor", name: "Someone" } },
      "Article.author > Advisor is no type",
    ],
    ["a property that there is not", { "@type": "Person", role: "Advisor" }, "Person.role is no property"],
    [
      "a property of another type",
      { "@type": "Person", headline: "A headline" },
      "Person.headline belongs to CreativeWork",
    ],
    [
      "a thing where another belongs",
      { "@type": "Article", author: { "@type": "PostalAddress", postalCode: "78701" } },
      'Article.author takes Organization or Person, not "PostalAddress"',
    ],
    [
      "an answer that is not within its question",
      { "@type": "FAQPage", mainEntity: { "@type": "Question", acceptedAnswer: { "@type": "Person" } } },
      'FAQPage.mainEntity > Question.acceptedAnswer takes Answer or ItemList, not "Person"',
    ],
    [
      "a date that is none",
      { "@type": "Article", datePublished: "January 5, 2025" },
      'Article.datePublished takes Date or DateTime, not "January 5, 2025"',
    ],
    ["a day that there is not", { "@type": "Article", datePublished: "2025-13-05" }, '"2025-13-05"'],
    ["half an address", { "@type": "Article", url: "/blog/a" }, 'Article.url takes URL, not "/blog/a"'],
    ["half an identifier", { "@type": "Article", "@id": "#a" }, 'Article.@id is not an address: "#a"'],
    ["words for a number", { "@type": "Article", wordCount: "long" }, 'Integer, not "long"'],
    ["nothing at all", { "@type": "Article", headline: "" }, 'Article.headline takes Text, not ""'],
    [
      "a choice that there is not",
      { "@type": "Offer", availability: "https://schema.org/Somewhere" },
      "Offer.availability takes ItemAvailability",
    ],
    [
      "what is out of use",
      { "@type": "FinancialService", employees: { "@type": "Person", name: "Someone" } },
      "FinancialService.employees is out of use: employee",
    ],
  ])("with %s is found", (_, node, mistake) => {
    const mistakes = mistakesOf(node);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(mistake);
  });

  it("of another vocabulary is found", () => {
    const data = { "@context": "https://example.com", "@type": "Person", name: "Someone" };
    expect(mistakesIn(data, vocabulary)).toEqual(['@context is "https://example.com"']);
  });
});
