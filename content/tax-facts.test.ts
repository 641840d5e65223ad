import { describe, expect, it } from "vitest";
import {
  dated,
  estimates,
  figure,
  figureNow,
  type TaxFact,
  taxFacts,
  type TaxFactName,
} from "./tax-facts.ts";

// The object's own keys, whose type `Object.entries` widens to string.
const facts = Object.entries(taxFacts) as [TaxFactName, TaxFact][];

describe("figure and figureNow", () => {
  it("return the figure of its year and the current figure", () => {
    expect(figure("giftExemption")).toBe("$13.61M");
    expect(figureNow("giftExemption")).toBe("$15M");
  });

  it("return the same figure if no later law has changed it", () => {
    expect(figureNow("corporateRate")).toBe(figure("corporateRate"));
    expect(figureNow("combinedTopRate")).toBe(figure("combinedTopRate"));
  });
});

describe("dated", () => {
  it("adds the current figure to that of its year if they differ", () => {
    expect(dated("giftExemption")).toBe("$13.61M (2024, each person; $15M for 2026, each person)");
    expect(dated("qsbsGrossAssets")).toBe(
      "$50M (stock issued on or before July 4, 2025; $75M for stock issued after July 4, 2025)",
    );
  });

  it("says that a figure was verified and is unchanged", () => {
    expect(dated("combinedTopRate")).toBe("23.8% (2024; the same in 2026)");
  });

  it("states what a figure applies to if there is no later one", () => {
    expect(dated("corporateRate")).toBe("21% (since 2018)");
  });

  it.each(facts)("prints %s with what it applies to and with the current figure", (name, fact) => {
    expect(dated(name)).toContain(`${fact.figure} (${fact.applies}`);
    expect(dated(name)).toContain(figureNow(name));
  });
});

describe("every tax fact", () => {
  it.each(facts)("%s cites its law and that of the current figure", (_, { law, now }) => {
    for (const source of now === undefined ? [law] : [law, now.law]) {
      expect(source).toMatch(/^(26 U\.S\.C\. §§? ?\d|Rev\. Proc\. \d{4}-\d+$|Pub\. L\. \d+-\d+ \(\d{4}\)$)/);
    }
  });

  it.each(facts)("%s belongs to a year, to dated stock or to a stated condition", (_, { applies, now }) => {
    expect(applies.length).toBeGreaterThan(3);
    if (now !== undefined) expect(now.applies).toMatch(/20\d\d/);
  });

  // Specification section 9, "Marketing figures".
  it.each([
    ["capitalGainsTopRate", "20%"],
    ["netInvestmentRate", "3.8%"],
    ["ordinaryTopRate", "37%"],
    ["zeroRateSingle", "$47,025"],
    ["zeroRateJoint", "$94,050"],
    ["middleRate", "15%"],
    ["middleRateSingle", "$518,900"],
    ["middleRateJoint", "$583,750"],
    ["qsbsGrossAssets", "$50M"],
    ["qsbsHolding", "more than five years"],
    ["installmentThreshold", "$5\u00a0million"],
    ["zoneStepFive", "10%"],
    ["zoneStepSeven", "15%"],
    ["giftExemption", "$13.61M"],
    ["charitableTrustPayout", "5–7%"],
  ] as const)("the specification's %s is %s", (name, specified) => {
    expect(figure(name)).toBe(specified);
  });

  it("the two top rates are those that the worked examples are computed with, and together the third", () => {
    const percent = (name: TaxFactName): number => Number.parseFloat(figure(name));
    expect(percent("capitalGainsTopRate") + percent("netInvestmentRate")).toBe(percent("combinedTopRate"));
  });

  // Stock issued on or before July 4, 2025: "held for more than 5 years" (26 U.S.C. § 1202(a)(1) as it then stood).
  it("the older holding period is more than five years, and the newer one has steps at three, four and five", () => {
    expect(dated("qsbsHolding")).toBe(
      "more than five years (stock issued on or before July 4, 2025; 50% of the gain after at least three years, 75% after four, 100% after five for stock issued after July 4, 2025)",
    );
  });

  it("the exemption of a couple is twice that of one person, in both years", () => {
    const dollars = (shown: string): number => Number(/^\$([\d.]+)M$/.exec(shown)?.[1]);
    expect(dollars(figure("giftExemptionCouple"))).toBeCloseTo(2 * dollars(figure("giftExemption")), 6);
    expect(dollars(figureNow("giftExemptionCouple"))).toBeCloseTo(2 * dollars(figureNow("giftExemption")), 6);
  });
});

it("the estimates are plain figures, because their conditions are in the copy", () => {
  for (const estimate of Object.values(estimates)) expect(estimate).not.toMatch(/[().;]/);
});
