import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { businessData } from "./business-data.ts";
import { ClosingBand } from "./closing-band.tsx";
import { Hero } from "./hero.tsx";
import {
  OwnerQuestions,
  PracticeFacts,
  SaleExample,
  ServiceCards,
  ValuePropositions,
} from "./home-sections.tsx";

/** As serialized by React. */
const sevenSteps = practice.mailRequests.sevenSteps.label.replaceAll("'", "&#x27;");

describe("the first screen", () => {
  const html = renderToStaticMarkup(<Hero years={32} />);

  it("draws one ring per year of practice, the last five green, including the bark", () => {
    expect(ringCount(html, "wood")).toBe(27);
    expect(ringCount(html, "green")).toBe(4);
    expect(ringCount(html, "bark")).toBe(1);
  });

  it("has the three specified buttons with their targets", () => {
    expect(linkTo(html, "Let&#x27;s Talk Exit Strategy")).toBe(practice.schedulingUrl);
    expect(linkTo(html, "Pre-LOI Checklist")).toBe("/pre-loi-assessment");
    expect(linkTo(html, sevenSteps)).toMatch(/^mailto:.+\?subject=.+&amp;body=.+/);
  });

  it("opens the scheduling page in a new tab, without a referrer", () => {
    expect(html).toMatch(/target="_blank" rel="noopener noreferrer"[^>]*>Let&#x27;s Talk/);
  });
});

describe("the facts below it", () => {
  it("count the years", () => {
    expect(renderToStaticMarkup(<PracticeFacts years={33} />)).toContain("33+ years");
  });
});

describe("the value propositions", () => {
  it("have their number in the heading, which reads as one sentence", () => {
    const html = renderToStaticMarkup(<ValuePropositions />);
    const [heading = ""] = /<h2>.*?<\/h2>/.exec(html) ?? [];
    expect(wordsOf(heading)).toBe("5 things have to be right, because you will do this once.");
    expect(html.match(/<li>/g)).toHaveLength(5);
  });
});

describe("the $10M sale", () => {
  const html = renderToStaticMarkup(<SaleExample />);

  it("shows the figures with their year", () => {
    for (const figure of ["$7.62M", "$2.00M", "$0.38M", "$2.38M", "$8.5M+", "$880,000", "2024"]) {
      expect(html).toContain(figure);
    }
    expect(html).not.toContain("$7.24M");
  });

  it("draws its bars to scale", () => {
    expect(html.match(/class="keep" width="76\.2%"/g)).toHaveLength(2);
    expect(html.match(/class="more" width="85%"/g)).toHaveLength(1);
  });
});

describe("the services", () => {
  it("are six cards, each with its link", () => {
    const html = renderToStaticMarkup(<ServiceCards />);
    const links = [...html.matchAll(/href="([^"]+)">Learn More/g)].map(([, path]) => path);
    expect(links).toEqual([
      "/blog/why-plan-before-loi",
      "/business-valuation",
      "/tax-strategies",
      `/${practice.servicePageSlug}`,
      "/succession-planning",
      "/succession-planning",
    ]);
  });
});

describe("the questions", () => {
  it("are five that open one at a time", () => {
    const html = renderToStaticMarkup(<OwnerQuestions />);
    expect(html.match(/<details name="faq">/g)).toHaveLength(5);
    expect(html).toContain('href="/blog/when-to-start-exit-planning"');
    expect(html).toContain('href="/blog/fiduciary-vs-broker"');
  });
});

describe("the closing band", () => {
  it("has phone and email links and the two buttons", () => {
    const html = renderToStaticMarkup(<ClosingBand />);
    expect(linkTo(html, practice.phone.display)).toBe(`tel:${practice.phone.dial}`);
    expect(linkTo(html, practice.email)).toBe(`mailto:${practice.email}`);
    expect(linkTo(html, "Schedule Your Strategy Call")).toBe(practice.schedulingUrl);
    expect(linkTo(html, sevenSteps)).toMatch(/^mailto:/);
  });
});

describe("the structured data", () => {
  it("names the firm and claims no rating", () => {
    const data = businessData("https://www.example.com");
    expect(data).toMatchObject({ "@type": "FinancialService", url: "https://www.example.com/" });
    expect(JSON.stringify(data)).not.toMatch(/rating/i);
  });
});

function ringCount(html: string, className: string): number {
  const [, path = ""] = new RegExp(`class="${className}" d="([^"]+)"`).exec(html) ?? [];
  return path.match(/[Mm]/g)?.length ?? 0;
}

function linkTo(html: string, words: string): string | undefined {
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)];
  return links.find(
    ([, , content]) => content?.replace(/<span class="unseen">.*?<\/span>/, "") === words,
  )?.[1];
}

function wordsOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, "").trim();
}
