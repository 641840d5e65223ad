import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { readVocabulary } from "#tests/kit/schema-vocabulary.ts";
import { type DataNode, mistakesIn, nodesIn, structuredDataIn } from "#tests/kit/structured-data.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp();
const toUrl = (path: string): string => testSiteUrl + path;

/** The pages of the sitemap by path. */
const pages = new Map<string, { html: string; data: DataNode[] }>();

beforeAll(async () => {
  const sitemap = await (await site.request("/sitemap.xml")).text();
  for (const [, address = ""] of sitemap.matchAll(/<loc>(.*?)<\/loc>/g)) {
    const path = address.slice(testSiteUrl.length);
    const html = await (await site.request(path)).text();
    pages.set(path, { html, data: structuredDataIn(html) });
  }
});

/** The only node of a type on a page. */
function only(path: string, type: string): DataNode {
  const found = (pages.get(path)?.data ?? []).filter((data) => data["@type"] === type);
  expect(found, `${type} of ${path}`).toHaveLength(1);
  return found[0] ?? {};
}

function everyNode(): { path: string; node: DataNode }[] {
  return [...pages].flatMap(([path, { data }]) => nodesIn(data).map((node) => ({ path, node })));
}

describe("the structured data of every page", () => {
  it("exists on every page of the sitemap", () => {
    expect(pages.size).toBeGreaterThan(15);
    const without = [...pages].filter(([, { data }]) => data.length === 0).map(([path]) => path);
    expect(without).toEqual([]);
  });

  it("conforms to schema.org's types, properties, values and nesting", () => {
    const vocabulary = readVocabulary();
    const mistakes = [...pages].flatMap(([path, { data }]) =>
      data.flatMap((one) => mistakesIn(one, vocabulary)).map((mistake) => `${path}: ${mistake}`),
    );
    expect(mistakes).toEqual([]);
  });

  it("contains no AggregateRating, Rating or Review", () => {
    const keys = new Set(everyNode().flatMap(({ node }) => Object.keys(node)));
    const types = new Set(everyNode().map(({ node }) => String(node["@type"])));
    expect([...keys, ...types].filter((name) => /rating|review/i.test(name))).toEqual([]);
  });

  it("uses each identifier for one thing only", () => {
    const meant = new Map<unknown, Set<string>>();
    for (const { node } of everyNode()) {
      if (node["@id"] === undefined || node["@type"] === "WebPage") continue;
      const thing = `${String(node["@type"])} ${String(node["name"])}`;
      meant.set(node["@id"], (meant.get(node["@id"]) ?? new Set()).add(thing));
    }
    expect([...meant].map(([id, things]) => [id, ...things])).toEqual([
      [toUrl("/#practice"), `FinancialService ${practice.firmName}`],
      [toUrl("/about#advisor"), `Person ${practice.advisor.name}`],
    ]);
  });
});

describe("structured data about the firm", () => {
  it("contains name, address and contact details on the home page", () => {
    expect(only("/", "FinancialService")).toMatchObject({
      "@id": toUrl("/#practice"),
      name: practice.firmName,
      legalName: practice.advisoryLlc,
      url: toUrl("/"),
      telephone: practice.phone.dial,
      email: practice.email,
      address: { "@type": "PostalAddress", postalCode: practice.postalAddress.postalCode },
    });
  });

  it("names an existing logo, the area served and the topics", () => {
    const firm = only("/", "FinancialService");
    expect(firm["logo"]).toBe(toUrl("/icon-512.png"));
    expect(existsSync("build/pictures/icon-512.png")).toBe(true);
    expect(firm["areaServed"]).toMatchObject({ name: "United States" });
    expect(firm["knowsAbout"]).toEqual(practice.topics);
  });

  it.each([`/${practice.servicePageSlug}`, "/business-valuation", "/tax-strategies", "/succession-planning"])(
    "describes %s as a service of the firm",
    (path) => {
      expect(only(path, "Service")).toMatchObject({
        url: toUrl(path),
        provider: { "@type": "FinancialService", "@id": toUrl("/#practice") },
      });
    },
  );

  it("describes the advisor and the employer on /about", () => {
    expect(only("/about", "Person")).toMatchObject({
      "@id": toUrl("/about#advisor"),
      name: practice.advisor.name,
      jobTitle: practice.advisor.role,
      worksFor: { "@type": "FinancialService", "@id": toUrl("/#practice") },
    });
  });
});

describe("structured data about an article", () => {
  const slugs = [
    "when-to-start-exit-planning",
    "tax-reduction-strategies",
    "fiduciary-vs-broker",
    "dumbest-mistake-young-founders",
    "business-owners-screw-up-selling",
    "why-plan-before-loi",
  ];

  const elevenFields =
    "headline alternativeHeadline image author publisher url datePublished dateModified description keywords mainEntityOfPage".split(
      " ",
    );

  it.each(slugs)("%s has exactly the eleven fields of the specification", (slug) => {
    const path = `/blog/${slug}`;
    const { "@context": _, "@type": type, ...article } = only(path, "BlogPosting");
    expect(type).toBe("BlogPosting");
    expect(new Set(Object.keys(article))).toEqual(new Set(elevenFields));
    expect(article).toMatchObject({ url: toUrl(path), mainEntityOfPage: { "@id": toUrl(path) } });
    expect(pages.get(path)?.html).toContain(`<time dateTime="${String(article["datePublished"])}"`);
  });

  it("is only on article pages", () => {
    const articles = [...pages].filter(([, { data }]) => data.some((one) => one["@type"] === "BlogPosting"));
    expect(articles.map(([path]) => path).toSorted()).toEqual(
      slugs.map((slug) => `/blog/${slug}`).toSorted(),
    );
  });

  it("refers to an existing image", async () => {
    for (const slug of slugs) {
      const image = String(only(`/blog/${slug}`, "BlogPosting")["image"]);
      expect(pages.get(`/blog/${slug}`)?.html).toContain(`<meta property="og:image" content="${image}"/>`);
    }
  });
});

describe("structured data about questions", () => {
  it("contains 12 questions with the answers of the page", () => {
    const questions = nodesIn(only("/faqs", "FAQPage")["mainEntity"]).filter(
      (node) => node["@type"] === "Question",
    );
    const words = wordsOf(pages.get("/faqs")?.html ?? "");
    expect(new Set(questions.map(({ name }) => name)).size).toBe(12);
    for (const question of questions) {
      const [answer] = nodesIn(question["acceptedAnswer"]);
      expect(words).toContain(String(question["name"]));
      expect(words).toContain(String(answer?.["text"]));
    }
  });
});

describe("the breadcrumbs of a page", () => {
  it("are on every page but the home page", () => {
    const without = [...pages].filter(
      ([, { data }]) => !data.some((one) => one["@type"] === "BreadcrumbList"),
    );
    expect(without.map(([path]) => path)).toEqual(["/"]);
  });

  it("lead from the home page to the page over existing pages", () => {
    for (const [path, { data }] of pages) {
      const list = data.find((one) => one["@type"] === "BreadcrumbList");
      const items = nodesIn(list?.["itemListElement"]);
      if (path === "/") continue;
      expect(
        items.map(({ position }) => position),
        path,
      ).toEqual(items.map((_, index) => index + 1));
      expect(items[0], path).toMatchObject({ name: "Home", item: toUrl("/") });
      expect(items.at(-1)?.["item"], path).toBe(toUrl(path));
      const nowhere = items.filter(({ item }) => !pages.has(String(item).slice(testSiteUrl.length)));
      expect(nowhere, path).toEqual([]);
    }
  });
});
