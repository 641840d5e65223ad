import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  excludedStock,
  fivePayments,
  installmentYears,
  millions,
  outcomeOf,
  plannedSale,
  unplannedSale,
} from "./tax-example.ts";

describe("the $10M sale", () => {
  it("counts the 3.8% once: $2.00M and $0.38M are $2.38M, and $7.62M is kept", () => {
    expect(outcomeOf(unplannedSale)).toEqual({
      capitalGainsTax: 2_000_000,
      netInvestmentTax: 380_000,
      tax: 2_380_000,
      kept: 7_620_000,
    });
  });

  it("keeps slightly more than $8.5M with a plan, as the page says", () => {
    const { kept } = outcomeOf(plannedSale);
    expect(kept).toBeGreaterThanOrEqual(8_500_000);
    expect(kept).toBeLessThan(8_510_000);
  });

  it("is not overstated: the difference is about $0.88M", () => {
    expect(millions(outcomeOf(plannedSale).kept - outcomeOf(unplannedSale).kept)).toBe("$0.88M");
  });

  it("has no tax without a gain", () => {
    expect(outcomeOf({ price: 5_000_000, basis: 6_000_000, excludedGain: 0 }).tax).toBe(0);
  });
});

describe("the planned sale", () => {
  it("depends only on the small business stock exclusion: the gain on 37% of the shares, below the cap", () => {
    expect(excludedStock.share * plannedSale.price).toBe(plannedSale.excludedGain);
    expect(plannedSale.excludedGain).toBeLessThan(10_000_000);
  });
});

// 26 U.S.C. § 453A(c): the part of the face amount above $5M at the end of the year of sale, divided by that face amount.
describe("interest on a $10M sale in five equal payments", () => {
  const years = installmentYears(fivePayments);

  it("is charged at the end of each year in which a payment is still owed", () => {
    expect(years.map(({ owed }) => owed)).toEqual([8_000_000, 6_000_000, 4_000_000, 2_000_000, 0]);
  });

  it("is charged on 37.5% of the deferred tax, a share set in the year of sale", () => {
    expect(years.map(({ deferredTax }) => deferredTax)).toEqual([1_600_000, 1_200_000, 800_000, 400_000, 0]);
    expect(years.map(({ chargedTax }) => chargedTax)).toEqual([600_000, 450_000, 300_000, 150_000, 0]);
  });

  it("is $42,000 in the first year and $105,000 in all at 7%", () => {
    expect(years.map(({ interest }) => interest)).toEqual([42_000, 31_500, 21_000, 10_500, 0]);
    expect(years.reduce((sum, { interest }) => sum + interest, 0)).toBe(105_000);
  });

  it("is not charged if at most $5M is owed at the end of the year of sale", () => {
    const smallNote = installmentYears({ price: 12_000_000, payments: [8e6, 1e6, 1e6, 1e6, 1e6] });
    expect(smallNote.map(({ interest }) => interest)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("millions", () => {
  it("rounds down", () => {
    expect(millions(8_509_999)).toBe("$8.50M");
    expect(millions(8_599_999, 1)).toBe("$8.5M");
    expect(millions(10_000_000, 0)).toBe("$10M");
    expect(millions(7_620_000)).toBe("$7.62M");
  });
});

describe("any sale", () => {
  const dollars = fc.integer({ min: 0, max: 1_000_000_000 });

  it("divides the price into tax and what is kept, and an exclusion never raises the tax", () => {
    fc.assert(
      fc.property(dollars, dollars, dollars, (price, basis, excludedGain) => {
        const { tax, kept } = outcomeOf({ price, basis, excludedGain });
        expect(tax).toBeGreaterThanOrEqual(0);
        expect(tax + kept).toBeCloseTo(price, 2);
        expect(tax).toBeLessThanOrEqual(outcomeOf({ price, basis, excludedGain: 0 }).tax);
      }),
    );
  });
});
