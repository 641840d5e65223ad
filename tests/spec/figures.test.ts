import { describe, expect, test } from "vitest";
import { yearsOfPractice } from "#app/pages/practice-age.ts";
import { highestScore, lowestScore } from "#app/assessments/questions/score.ts";
import { shownRows } from "#app/staff/dashboard/dashboard.messages.ts";
import { practice } from "#content/practice.ts";
import { millions, outcomeOf, plannedSale, unplannedSale } from "#content/tax-example.ts";
import { contentScreen } from "./screens.tsx";
import { homePage } from "./home-page.tsx";
import { wordsOf } from "./markup.ts";

const page = wordsOf(homePage());

describe("specification section 9, limits", () => {
  test.each([
    ["lowest score", lowestScore, 7],
    ["highest score", highestScore, 21],
    ["rows of a table on the dashboard", shownRows, 20],
  ])("%s: %i", (_, ours, specified) => {
    expect(ours).toBe(specified);
  });
});

describe("specification section 9, business facts that the home page states", () => {
  test.each([
    ["experience", "32+ years"],
    ["advisory fee", "1% to 2% a year"],
    ["cap of the planning fee", "planning is at most $200 an hour"],
    ["CIMA", "CIMA®-certified founder and lead advisor"],
    ["financials analysed in valuation", "three to five years of financials"],
    ["when planning begins", "three to five years"],
    ["first call", "30 minutes"],
    // The specification says 12 to 18 months in one place and 6 to 18 in another.
    ["sale process", "typically takes 12 to 18 months, and a well-prepared company can sell in about six"],
  ])("%s: %s", (_, words) => {
    expect(page).toContain(words);
  });

  test("the years of experience are computed", () => {
    const { fiduciarySince } = practice.advisor;
    expect(yearsOfPractice(fiduciarySince, new Date("2026-11-20T18:00:00Z"), practice.timeZone)).toBe(32);
    expect(page.match(/\b3[0-9]\+ years/g)).toEqual(["32+ years"]);
  });
});

// The specification says $7.24M, which counts the 3.8% twice. An untrue figure would violate the marketing rule.
describe("the sale of $10M with corrected figures, on the page about tax strategies", () => {
  const { capitalGainsTax, netInvestmentTax, tax, kept } = outcomeOf(unplannedSale);
  const taxPage = wordsOf(contentScreen("/tax-strategies"));

  test.each([
    ["capital gains tax", capitalGainsTax, "$2.00M"],
    ["net investment income tax", netInvestmentTax, "$0.38M"],
    ["together", tax, "$2.38M"],
    ["left", kept, "$7.62M"],
  ])("%s", (_, dollars, shown) => {
    expect(millions(dollars)).toBe(shown);
    expect(taxPage).toContain(shown);
  });

  test("$8.5M+ with planning", () => {
    expect(outcomeOf(plannedSale).kept).toBeGreaterThanOrEqual(8_500_000);
    expect(taxPage).toContain("$8.5M+");
  });

  test("$8.5M+ depends only on the exclusion, and the text beside the drawing says so", () => {
    expect(taxPage).toContain(
      "long enough to exclude about $3.7M of gain from tax. Nothing is deferred or given away.",
    );
    expect(taxPage).toContain("37% of the shares");
    expect(taxPage).toContain("$3.7M of the gain excluded (QSBS)");
    expect(taxPage).not.toMatch(/excluded or deferred|in the year of the sale, with/);
  });

  test("its assumptions are displayed beside it, and no page shows the figure that counts a tax twice", () => {
    expect(taxPage).toContain("Illustration, not a promise");
    for (const words of [page, taxPage]) expect(words).not.toContain("$7.24M");
  });
});
