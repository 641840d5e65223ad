import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { inMillions, listSaleSteps } from "#content/manufacturer-sale.ts";
import { practice } from "#content/practice.ts";
import { businessData } from "./business-data.ts";
import { ClosingBand } from "./closing-band.tsx";
import { Hero } from "./hero.tsx";
import { ManufacturerSale } from "./manufacturer-sale.tsx";
import {
  AdvisorNote,
  OwnerQuestions,
  PracticeFacts,
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
  it("are five, as the heading says", () => {
    const html = renderToStaticMarkup(<ValuePropositions />);
    const [heading = ""] = /<h2>.*?<\/h2>/.exec(html) ?? [];
    expect(wordsOf(heading)).toBe("You’ll sell once. Get these five things right.");
    expect(html.match(/<li>/g)).toHaveLength(5);
  });
});

describe("the manufacturer’s sale", () => {
  const html = renderToStaticMarkup(<ManufacturerSale />);

  it("has a heading that reads as one phrase, and is marked as hypothetical", () => {
    const [heading = ""] = /<h2>.*?<\/h2>/.exec(html) ?? [];
    expect(wordsOf(heading)).toBe("$20M price: what a manufacturer’s owner actually receives");
    expect(html).toContain("Hypothetical illustration");
  });

  it("shows each step from the price to the account, from the computed example", () => {
    for (const { kind, amount } of listSaleSteps()) {
      if (kind !== "equity") expect(html).toContain(inMillions(amount));
    }
    expect(html).toContain("<b>$13.50M</b>");
  });

  it("has the year and the source of the rate beside it", () => {
    expect(html).toMatch(/20%.in 2026 \(26.U\.S\.C\..§.1\(h\)\)/);
  });
});

describe("the advisor’s note", () => {
  it("is signed and leads to the page about the firm", () => {
    const html = renderToStaticMarkup(<AdvisorNote />);
    expect(html).toContain(practice.advisor.note.opening);
    expect(html).toContain(`<b>${practice.advisor.name}</b>`);
    expect(html).toContain('href="/about"');
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
    expect(html.match(/<details name="faq"/g)).toHaveLength(5);
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
