import { describe, expect, test } from "vitest";
import { yearsOfPractice } from "#app/pages/practice-age.ts";
import { highestScore, lowestScore } from "#app/assessments/questions/score.ts";
import { shownRows } from "#app/staff/dashboard/dashboard.messages.ts";
import { practice } from "#content/practice.ts";
import { millions, outcomeOf, plannedSale, unplannedSale } from "#content/tax-example.ts";
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
    ["advisory fee", "1–2% a year"],
    ["cap of the planning fee", "planning at most $200 an hour"],
    ["CIMA", "40 hours of continuing education every two years"],
    ["financials analysed in valuation", "Three to five years of financials"],
    // The specification's 70-90% is displayed once it has a source.
    ["business value in the owner's net worth", "A company is often most of what its owner has"],
    ["when planning begins", "Three to five years"],
    ["first call", "30 minutes"],
    // The specification says 12 to 18 months in one place and 6 to 18 in another.
    ["sale process", "typically takes 12 to 18 months; a well-prepared company can be nearer six"],
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
describe("the sale of $10M with corrected figures", () => {
  const { capitalGainsTax, netInvestmentTax, tax, kept } = outcomeOf(unplannedSale);

  test.each([
    ["capital gains tax", capitalGainsTax, "$2.00M"],
    ["net investment income tax", netInvestmentTax, "$0.38M"],
    ["together", tax, "$2.38M"],
    ["left", kept, "$7.62M"],
  ])("%s", (_, dollars, shown) => {
    expect(millions(dollars)).toBe(shown);
    expect(page).toContain(shown);
  });

  test("$8.5M+ with planning", () => {
    expect(outcomeOf(plannedSale).kept).toBeGreaterThanOrEqual(8_500_000);
    expect(page).toContain("$8.5M+");
  });

  test("$8.5M+ depends only on the exclusion, and the text beside the drawing says so", () => {
    expect(page).toContain(
      "The planned sale rests on one exclusion alone: 37% of the shares are qualified small",
    );
    expect(page).toContain("$3.7M of the gain excluded (QSBS)");
    expect(page).not.toMatch(/excluded or deferred|in the year of the sale/);
  });

  test("the year of the rates and the assumptions are displayed beside it, and no outdated figures", () => {
    expect(page).toContain("2024 federal rates");
    expect(page).toContain("Illustration, not a promise");
    expect(page).not.toContain("$7.24M");
  });
});
