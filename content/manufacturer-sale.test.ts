import { describe, expect, it } from "vitest";
import {
  compareStructures,
  computeAssetSale,
  computeBeforeTax,
  computeBuilding,
  computeBusinessIncomeDeduction,
  computeDeferredTax,
  computeGrossUp,
  computeNeeded,
  computePrice,
  computePassiveSale,
  computeStepUp,
  computeStockSale,
  inDollars,
  inMillions,
  listSaleSteps,
  manufacturer,
  saleLaw,
  type SaleRates,
  saleRates,
} from "./manufacturer-sale.ts";

const stock = computeStockSale();
const assets = computeAssetSale();
const deferred = computeDeferredTax();
const [a, b, c, d] = compareStructures();

it("uses the rates of the current tax facts", () => {
  expect(saleRates).toEqual({
    capitalGains: 20,
    ordinary: 37,
    buildingDepreciation: 25,
    corporate: 21,
    combined: 23.8,
  });
});

// Each figure is computed by the file, compared with the published amount, and reached by a second route from other figures.
describe("the price", () => {
  const price = computePrice();

  it("is $20.00M: 6.25 times $3.20M, and the adjusted price with the shortfall added back", () => {
    expect(price.headline).toBe(20_000_000);
    expect(price.price + price.shortfall).toBe(price.headline);
  });

  it("is $19.60M after the shortfall, which is what the assets are worth", () => {
    expect(price.price).toBe(19_600_000);
    const { workingCapital, equipment } = manufacturer;
    expect(workingCapital.actual + equipment.saleValue + price.goodwill).toBe(price.price);
    expect(price.goodwill).toBe(13_400_000);
  });

  it("leaves $17.30M of equity and $16.60M before tax, as on the valuation page", () => {
    expect(price.equity).toBe(17_300_000);
    expect(computeBeforeTax()).toBe(20_000_000 - 400_000 - 2_000_000 - 300_000 - 700_000);
  });
});

describe("the stock sale", () => {
  it("has a basis of $1.10M: inside basis less liabilities, and asset by asset", () => {
    expect(stock.basis).toBe(1_100_000);
    expect(3_000_000 + 400_000 - 2_000_000 - 300_000).toBe(stock.basis);
  });

  it("has the same total gain as the asset sale, $15.50M", () => {
    expect(stock.gain).toBe(15_500_000);
    expect(assets.recapture + assets.capitalGain).toBe(stock.gain);
  });

  it("costs $3.10M of tax and leaves $13.50M", () => {
    expect(stock.tax).toBe(3_100_000);
    expect(stock.beforeTax - 13_500_000).toBe(stock.tax);
    expect(stock.cash).toBe(13_500_000);
  });
});

describe("the asset sale", () => {
  it("recaptures $2.80M of the $5.60M that was deducted", () => {
    const { cost, saleValue, basis } = manufacturer.equipment;
    expect(cost - basis).toBe(5_600_000);
    expect(assets.recapture).toBe(2_800_000);
    // Recapture is limited to the depreciation (section 1245(a)(1)); the equipment is sold for less than it cost.
    expect(saleValue).toBeLessThan(cost);
  });

  it("costs $3.576M: by kind of gain, and as the stock sale with 17 points more on the recapture", () => {
    expect(assets.tax).toBe(1_036_000 + 2_540_000);
    expect(stock.tax + assets.recapture * 0.17).toBeCloseTo(assets.tax, 6);
  });

  it("leaves $13.024M", () => {
    expect(assets.cash).toBe(13_024_000);
    expect(stock.cash - 476_000).toBe(assets.cash);
  });

  it("is made up for by a price increase of $595,000, of which tax takes a fifth", () => {
    const { extraTax, grossUp } = computeGrossUp();
    expect(extraTax).toBe(476_000);
    expect(grossUp).toBe(595_000);
    expect(grossUp * 0.8).toBe(extraTax);
  });
});

describe("the pass-through deduction", () => {
  it("saves $207,200 of the extra tax and lowers the gross-up to $336,000: by a second route, 37% of a fifth of the recapture", () => {
    expect(computeBusinessIncomeDeduction()).toEqual({ saved: 207_200, extraTax: 268_800, grossUp: 336_000 });
    expect(assets.recapture * 0.2 * 0.37).toBeCloseTo(207_200, 6);
    expect(336_000 * 0.8).toBe(268_800);
  });
});

describe("the stake", () => {
  it("is worth $3.92M, a fifth of the price", () => {
    expect(c.stake).toBe(3_920_000);
    expect(computePrice().price - c.cashPrice).toBe(c.stake);
  });

  it("defers $0.7432M of tax in an F reorganization: by kind of gain, and as the difference in cash", () => {
    expect(deferred).toEqual({ recapture: 560_000, goodwill: 2_680_000, tax: 743_200 });
    expect(d.cash - c.cash).toBe(deferred.tax);
  });

  it("leaves $2.8328M of tax now: on the part that is sold, and as the rest of the whole", () => {
    expect(d.taxNow).toBe(2_832_800);
    const sold = assets.recapture * 0.8 * 0.37 + (computePrice().goodwill * 0.8 - 700_000) * 0.2;
    expect(sold).toBeCloseTo(2_832_800, 6);
    expect(d.taxNow + d.deferredTax).toBe(assets.tax);
  });

  it("defers nothing under a section 338(h)(10) election", () => {
    expect(c.taxNow).toBe(assets.tax);
    expect(c.deferredTax).toBe(0);
  });
});

describe("the four structures", () => {
  it.each([
    ["A", a, 13_500_000, 1_000_000],
    ["B", b, 13_024_000, 524_000],
    ["C", c, 9_104_000, -3_396_000],
    ["D", d, 9_847_200, -2_652_800],
  ])("%s leaves its cash, and its lines add up", (letter, structure, cash, overNeeded) => {
    expect(structure).toMatchObject({ letter, cash, overNeeded });
    const { cashPrice, liabilities, dealCosts, taxNow, stake } = structure;
    expect(cashPrice - liabilities - dealCosts - taxNow).toBe(cash);
    expect(cash + stake + taxNow).toBe(computeBeforeTax());
  });

  it("are compared with $12.50M, the needs on the exit planning page", () => {
    expect(computeNeeded()).toBe(12_500_000);
  });
});

describe("the buyer's deductions", () => {
  it("are worth $2.015M: in total, and as payments of fifteen years with the equipment in the first", () => {
    const { equipment, goodwill, total, annuity } = computeStepUp();
    expect(equipment).toBe(588_000);
    expect(goodwill).toBeCloseTo(1_426_901, -1);
    expect(total).toBeCloseTo(2_014_901, -1);
    expect(annuity).toBeCloseTo(7.606, 3);
    const yearly = (13_400_000 / 15) * 0.21;
    const discounted = Array.from({ length: 15 }, (_, year) => yearly / 1.1 ** (year + 1));
    expect(discounted.reduce((sum, value) => sum + value, equipment)).toBeCloseTo(total, 4);
  });
});

describe("the building", () => {
  it("costs $655,000 of tax and leaves $3.345M: by kind of gain, and at 20% with 5 points more on the depreciation", () => {
    const building = computeBuilding();
    expect(building).toMatchObject({ basis: 1_100_000, gain: 2_900_000, appreciation: 1_400_000 });
    expect(building.tax).toBe(655_000);
    expect(2_900_000 * 0.2 + 1_500_000 * 0.05).toBe(building.tax);
    expect(building.kept).toBe(3_345_000);
  });

  it("pays 7% of its value in rent, which is $120,000 more than now, as the valuation page normalizes it", () => {
    expect(computeBuilding().rentPercent).toBe(7);
    const { rent, marketRent } = manufacturer.building;
    expect(marketRent - rent).toBe(120_000);
  });
});

describe("the stock sale by an owner who is not active", () => {
  it("leaves $12.91M: $16.60M less 23.8% of the gain of $15.50M", () => {
    expect(computePassiveSale()).toEqual({ gain: 15_500_000, tax: 3_689_000, cash: 12_911_000 });
    expect(16_600_000 - 15_500_000 * 0.238).toBeCloseTo(12_911_000, 6);
  });
});

describe("the steps from the price to the account", () => {
  it("lead to the cash of the sale", () => {
    const cash = 13_500_000;
    const steps = listSaleSteps();
    const [first, ...others] = steps;
    const deductions = others.filter(({ kind }) => kind === "deduction");
    expect(deductions.every(({ amount }) => amount < 0)).toBe(true);
    expect(deductions.reduce((left, { amount }) => left + amount, first?.amount ?? 0)).toBe(cash);
    expect(steps.at(-1)).toMatchObject({ kind: "cash", amount: cash, escrow: 1_000_000 });
  });
});

it("follows other rates: without ordinary rates above the capital gains rate, both sales cost the same", () => {
  const flat: SaleRates = { ...saleRates, ordinary: saleRates.capitalGains };
  expect(computeAssetSale(flat).tax).toBe(computeStockSale(flat).tax);
  expect(computeGrossUp(flat).grossUp).toBe(0);
});

it.each(Object.entries(saleLaw))("the rule on %s cites its section or ruling", (_, law) => {
  expect(law).toMatch(/^(26 [UC]\.[SF]\.[CR]\. § ?\d|Rev\. Rul\. \d{2,4}-\d+)/);
});

it("amounts are rounded to the nearest cent of a million or dollar", () => {
  expect(inMillions(9_847_200)).toBe("$9.85M");
  expect(inMillions(-2_546_000)).toBe("−$2.55M");
  expect(inMillions(2_832_800, 3)).toBe("$2.833M");
  expect(inDollars(595_000)).toBe("$595,000");
});
