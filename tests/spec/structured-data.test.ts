import { describe, expect, it } from "vitest";
import { readVocabulary } from "#tests/kit/schema-vocabulary.ts";
import { mistakesIn } from "#tests/kit/structured-data.ts";

// Tests the structured-data check itself; `structured-data.http.test.ts` checks the pages.

const vocabulary = readVocabulary();
const context = { "@context": "https://schema.org" };

function checkNode(node: Record<string, unknown>): string[] {
  return mistakesIn({ ...context, ...node }, vocabulary);
}

describe("schema.org's vocabulary", () => {
  it("contains types and their ancestors", () => {
    const lineage = vocabulary.lineageOf("FinancialService");
    expect([...lineage]).toEqual(expect.arrayContaining(["LocalBusiness", "Organization", "Place", "Thing"]));
    expect(lineage.has("Person")).toBe(false);
    expect(vocabulary.lineageOf("headline").size).toBe(0);
  });

  it("contains the domain and range of a property", () => {
    const author = vocabulary.propertyNamed("author");
    expect([...(author?.domains ?? [])]).toContain("CreativeWork");
    expect(author?.ranges).toEqual(new Set(["Organization", "Person"]));
    expect(vocabulary.propertyNamed("Person")).toBeUndefined();
  });

  it("is complete", () => {
    const known = ["Article", "FAQPage", "BreadcrumbList", "AggregateRating", "Service", "PostalAddress"];
    for (const type of known) expect(vocabulary.lineageOf(type).has("Thing"), type).toBe(true);
    expect(vocabulary.isMember("InStock")).toBe(true);
    expect(vocabulary.isMember("Person")).toBe(false);
  });
});

describe("structured data", () => {
  it("is accepted if it is valid", () => {
    expect(
      checkNode({
        "@type": "Article",
        "@id": "https://www.example.com/a",
        headline: "A headline",
        author: [{ "@type": "Person", name: "Ada Byron" }, "Another author"],
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
    ["an unknown type", { "@type": "WealthAdvisor" }, "WealthAdvisor is not a type"],
    ["no type", { name: "A practice" }, "the data has no type"],
    [
      "an unknown type in a nested node",
      { "@type": "Article", author: { "@type": "Advisor", name: "Ada Byron" } },
      "Article.author > Advisor is not a type",
    ],
    ["an unknown property", { "@type": "Person", role: "Advisor" }, "Person.role is not a property"],
    [
      "a property of another type",
      { "@type": "Person", headline: "A headline" },
      "Person.headline belongs to CreativeWork",
    ],
    [
      "a node of a wrong type",
      { "@type": "Article", author: { "@type": "PostalAddress", postalCode: "78701" } },
      'Article.author takes Organization or Person, not "PostalAddress"',
    ],
    [
      "a person instead of an answer",
      { "@type": "FAQPage", mainEntity: { "@type": "Question", acceptedAnswer: { "@type": "Person" } } },
      'FAQPage.mainEntity > Question.acceptedAnswer takes Answer or ItemList, not "Person"',
    ],
    [
      "an invalid date",
      { "@type": "Article", datePublished: "January 5, 2025" },
      'Article.datePublished takes Date or DateTime, not "January 5, 2025"',
    ],
    ["a day that does not exist", { "@type": "Article", datePublished: "2025-13-05" }, '"2025-13-05"'],
    ["a relative URL", { "@type": "Article", url: "/blog/a" }, 'Article.url takes URL, not "/blog/a"'],
    ["a relative identifier", { "@type": "Article", "@id": "#a" }, 'Article.@id is not an address: "#a"'],
    ["text instead of a number", { "@type": "Article", wordCount: "long" }, 'Integer, not "long"'],
    ["an empty text", { "@type": "Article", headline: "" }, 'Article.headline takes Text, not ""'],
    [
      "an unknown enumeration value",
      { "@type": "Offer", availability: "https://schema.org/Somewhere" },
      "Offer.availability takes ItemAvailability",
    ],
    [
      "a deprecated property",
      { "@type": "FinancialService", employees: { "@type": "Person", name: "Ada Byron" } },
      "FinancialService.employees is deprecated: employee",
    ],
  ])("with %s is reported", (_, node, mistake) => {
    const mistakes = checkNode(node);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(mistake);
  });

  it("of another vocabulary is reported", () => {
    const data = { "@context": "https://example.com", "@type": "Person", name: "Ada Byron" };
    expect(mistakesIn(data, vocabulary)).toEqual(['@context is "https://example.com"']);
  });
});
