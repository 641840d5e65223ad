import { describe, expect, it } from "vitest";
import { millions, outcomeOf, plannedSale, unplannedSale } from "./tax-example.ts";

describe("the $10M sale", () => {
  it("counts the 3.8% once: $2.00M and $0.38M are $2.38M, and $7.62M is kept", () => {
    expect(outcomeOf(unplannedSale)).toEqual({
      capitalGainsTax: 2_000_000,
      netInvestmentTax: 380_000,
      tax: 2_380_000,
      kept: 7_620_000,
    });
  });

  it("keeps a little over $8.5M where it was planned, as the page says", () => {
    const { kept } = outcomeOf(plannedSale);
    expect(kept).toBeGreaterThanOrEqual(8_500_000);
    expect(kept).toBeLessThan(8_510_000);
  });

  it("is told without overstating: about $0.88M lies between the two", () => {
    expect(millions(outcomeOf(plannedSale).kept - outcomeOf(unplannedSale).kept)).toBe("$0.88M");
  });

  it("taxes no gain where there is none", () => {
    expect(outcomeOf({ price: 5_000_000, basis: 6_000_000, excludedGain: 0 }).tax).toBe(0);
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
