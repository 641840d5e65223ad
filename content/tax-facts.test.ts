import { describe, expect, it } from "vitest";
import {
  createTaxFigures,
  currentTaxYear,
  dated,
  estimates,
  figure,
  figureNow,
  fillTaxFigures,
  findMissingFigures,
  findTaxYear,
  latestTaxFigures,
  latestTaxYear,
  lawNow,
  listFigures,
  type TaxFact,
  taxFacts,
  type TaxFactName,
} from "./tax-facts.ts";

// The object's own keys, whose type `Object.entries` widens to string.
const facts = Object.entries(taxFacts) as [TaxFactName, TaxFact][];

/** The facts with figures for the year after the last known one. */
const withNextYear: Readonly<Record<string, TaxFact>> = Object.fromEntries(
  facts.map(([name, fact]) => [
    name,
    "years" in fact
      ? { ...fact, years: { ...fact.years, [latestTaxYear + 1]: { figure: "next", law: "next law" } } }
      : fact,
  ]),
);

describe("the figures of a tax year", () => {
  it("state the year, and the specification's figure if it differs", () => {
    const { dated: print } = createTaxFigures(2026);
    expect(print("giftExemption")).toBe("$15M (2026, each person; $13.61M in 2024)");
    expect(print("combinedTopRate")).toBe("23.8% (2026)");
    expect(print("qsbsGrossAssets")).toBe(
      "$50M (stock issued on or before July 4, 2025; $75M for stock issued after July 4, 2025)",
    );
    expect(print("corporateRate")).toBe("21% (since 2018)");
  });

  it("are those of the last known year if the next one is missing", () => {
    const figures = createTaxFigures(latestTaxYear + 5);
    expect(figures.taxYear).toBe(latestTaxYear);
    expect(figures.dated("giftExemption")).toContain(`(${latestTaxYear}`);
  });

  it("are those of the specification's year in a year without figures of its own", () => {
    expect(createTaxFigures(2025).dated("giftExemption")).toBe("$13.61M (2024, each person)");
    expect(createTaxFigures(2025).taxYear).toBe(2024);
  });

  it.each(facts)("print %s with its year or condition", (name, fact) => {
    const { dated: print, figureNow: current } = latestTaxFigures;
    expect(print(name)).toContain(current(name));
    expect(print(name)).toContain("years" in fact ? `(${latestTaxYear}` : `${fact.figure} (${fact.applies}`);
  });
});

describe("on January 1 in the firm's time zone", () => {
  const lastMinute = new Date(`${latestTaxYear + 1}-01-01T05:59:00Z`);
  const firstMinute = new Date(`${latestTaxYear + 1}-01-01T06:00:00Z`);

  it("the tax year changes at midnight in Chicago, not in UTC", () => {
    expect(findTaxYear(lastMinute, "America/Chicago")).toBe(latestTaxYear);
    expect(findTaxYear(firstMinute, "America/Chicago")).toBe(latestTaxYear + 1);
  });

  it("the figures of the new year replace those of the old one", () => {
    const before = createTaxFigures(findTaxYear(lastMinute), withNextYear);
    const after = createTaxFigures(findTaxYear(firstMinute), withNextYear);
    expect(before.figureNow("zeroRateSingle")).toBe(latestTaxFigures.figureNow("zeroRateSingle"));
    expect(after.dated("zeroRateSingle")).toBe(`next (${latestTaxYear + 1}; $47,025 in 2024)`);
    expect(after.lawNow("zeroRateSingle")).toBe("next law");
  });

  it("the old figures remain, with their year, if the new ones are missing", () => {
    expect(createTaxFigures(findTaxYear(firstMinute)).dated("zeroRateSingle")).toBe(
      latestTaxFigures.dated("zeroRateSingle"),
    );
  });
});

describe("the warning about missing figures", () => {
  const newYear = Date.UTC(latestTaxYear + 1, 0, 1, 6);
  const daysBefore = (days: number): Date => new Date(newYear - days * 86_400_000);

  it("starts 60 days before the year", () => {
    expect(findMissingFigures(daysBefore(61))).toBeUndefined();
    const missing = findMissingFigures(daysBefore(60));
    expect(missing?.taxYear).toBe(latestTaxYear + 1);
    expect(missing?.facts).toEqual(facts.filter(([, fact]) => "years" in fact).map(([name]) => name));
  });

  it("continues in the year and ends when the figures are there", () => {
    expect(findMissingFigures(daysBefore(-30))?.taxYear).toBe(latestTaxYear + 1);
    expect(findMissingFigures(daysBefore(60), withNextYear)).toBeUndefined();
  });

  it("names only the facts that are missing", () => {
    const { giftExemption } = taxFacts;
    expect(findMissingFigures(daysBefore(60), { ...withNextYear, giftExemption })?.facts).toEqual([
      "giftExemption",
    ]);
  });
});

describe("placeholders", () => {
  it("are replaced in all texts of a content file", () => {
    const content = {
      note: `${dated("giftExemption")}, ${figureNow("estateTaxRate")}, ${lawNow("annualExclusion")}`,
      rows: [["Year", currentTaxYear]],
      count: 3,
    };
    expect(fillTaxFigures(content, createTaxFigures(2026))).toEqual({
      note: "$15M (2026, each person; $13.61M in 2024), 40%, Rev. Proc. 2025-32",
      rows: [["Year", "2026"]],
      count: 3,
    });
  });

  it("leave other words in braces to their owners", () => {
    expect(fillTaxFigures("{years} years", latestTaxFigures)).toBe("{years} years");
  });

  it("with an unknown name are an error", () => {
    expect(() => fillTaxFigures("{dated:nothing}", latestTaxFigures)).toThrow("There is no tax fact nothing");
  });
});

describe("every tax fact", () => {
  it.each(facts)("%s cites its laws", (_, fact) => {
    const laws =
      "years" in fact
        ? Object.values(fact.years).map(({ law }) => law)
        : [fact.law, ...(fact.now === undefined ? [] : [fact.now.law])];
    for (const law of laws) {
      expect(law).toMatch(/^(26 U\.S\.C\. §§? ?\d|Rev\. Proc\. \d{4}-\d+$|Pub\. L\. \d+-\d+ \(\d{4}\)$)/);
    }
  });

  it.each(facts)("%s belongs to known tax years or to a stated condition", (_, fact) => {
    if ("years" in fact) expect(Object.keys(fact.years)).toEqual(["2024", "2026"]);
    else expect(fact.applies.length).toBeGreaterThan(3);
    expect(listFigures(fact).length).toBeGreaterThan(0);
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
    expect(latestTaxFigures.dated("qsbsHolding")).toBe(
      "more than five years (stock issued on or before July 4, 2025; 50% of the gain after at least three years, 75% after four, 100% after five for stock issued after July 4, 2025)",
    );
  });

  it("the exemption of a couple is twice that of one person, in both years", () => {
    const dollars = (shown: string): number => Number(/^\$([\d.]+)M$/.exec(shown)?.[1]);
    expect(dollars(figure("giftExemptionCouple"))).toBeCloseTo(2 * dollars(figure("giftExemption")), 6);
    const { figureNow: current } = latestTaxFigures;
    expect(dollars(current("giftExemptionCouple"))).toBeCloseTo(2 * dollars(current("giftExemption")), 6);
  });
});

it("the estimates are plain figures, because their conditions are in the copy", () => {
  for (const estimate of Object.values(estimates)) expect(estimate).not.toMatch(/[().;]/);
});
