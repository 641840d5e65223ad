import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { figure, latestTaxFigures } from "./tax-facts.ts";
import { compareEntityTypes } from "./examples/entity-types.ts";
import { comparedGain, comparedTax, type TaxDue, taxDue } from "./examples/tax-due.ts";
import { companyValue, successionRoutes } from "./examples/succession-routes.ts";
import { trustSale, trustSaleAssumptions } from "./examples/trust-sale.ts";
import { inDollars, inMillions, manufacturer } from "./manufacturer-sale.ts";
import { businessValuation } from "./pages/business-valuation.ts";
import { successionPlanning } from "./pages/succession-planning.ts";
import { taxStrategies } from "./pages/tax-strategies.ts";
import { exitPlanning } from "./pages/exit-planning.ts";
import {
  fivePayments,
  installmentInterest,
  installmentYears,
  millions,
  outcomeOf,
  plannedSale,
  type Sale,
  taxRates,
  unplannedSale,
} from "./tax-example.ts";

const texts = new Map(
  readdirSync("content", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|mdx)$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => [name, readFileSync(join("content", name), "utf8").replaceAll(/\s+/g, " ")]),
);

// These pages compute amounts of the manufacturer's sale, so their finished text is compared.
for (const page of [businessValuation, exitPlanning]) {
  texts.set(`pages${page.path}.ts`, JSON.stringify(page).replaceAll(/\s+/g, " "));
}

const unplanned = outcomeOf(unplannedSale);
const planned = outcomeOf(plannedSale);

/** Tax on a long-term gain at the top federal rates, computed as in the examples. */
function taxOn(gain: number): number {
  return outcomeOf({ price: gain, basis: 0, excludedGain: 0 }).tax;
}

/** Formats dollars in millions with two decimals, as in the copy. @example printed(1_880_200) // "$1.88M" */
function printed(dollars: number): string {
  return `$${(dollars / 1_000_000).toFixed(2)}M`;
}

/** @example whole(237_999.6) // "$238,000" */
function whole(dollars: number): string {
  return `$${Math.round(dollars).toLocaleString("en-US")}`;
}

/** The same company's assets sold by a C corporation without basis: taxed in the corporation, and again when the rest is distributed. */
function twiceTaxed(price: number) {
  const corporate = (price * Number.parseFloat(figure("corporateRate"))) / 100;
  const personal = taxOn(price - corporate);
  return { corporate, paidOut: price - corporate, personal, kept: price - corporate - personal };
}

describe("the $10M sale", () => {
  const sold = twiceTaxed(unplannedSale.price);
  const article = "articles/tax-reduction-strategies.mdx";
  const page = "pages/tax-strategies.ts";

  it.each([
    [article, `or ${millions(unplanned.capitalGainsTax)}. The net investment`],
    [article, `or ${millions(unplanned.netInvestmentTax)}. Together`],
    [article, `they come to ${millions(unplanned.tax)}, and the owner keeps ${millions(unplanned.kept)}.`],
    [article, `<PullFigure figure="${millions(unplanned.tax)}">`],
    [article, `| 7.62 | ${printed(unplanned.kept)} |`],
    [article, `| 6.02 | ${printed(sold.kept)} |`],
    [article, `first, ${printed(sold.corporate)}. The ${printed(sold.paidOut)} that reaches you`],
    [article, `another ${printed(sold.personal)}, and ${printed(sold.kept)} is left`],
    [article, `becomes five payments of ${whole(unplanned.tax / 5)}`],
    [article, `Up to all ${millions(unplanned.tax)} is never owed`],
    [article, `On $3M of shares, ${whole(taxOn(3_000_000))} is not owed`],
    [
      article,
      `Tax on the other $7M is ${printed(taxOn(7_000_000))}, so you hold ${printed(7e6 - taxOn(7e6))}`,
    ],
    [article, `On $2M of gain invested in 2027, ${whole(taxOn(2e6))} of tax is deferred`],
    [article, `falls by ${whole(taxOn(2e6) / 10)}`],
    [article, `the other half costs ${millions(unplanned.tax)}`],
    [page, `exclude about ${millions(plannedSale.excludedGain, 1)} of gain from tax`],
    [page, `the difference, about ${whole(Math.floor((planned.kept - unplanned.kept) / 1e4) * 1e4)}`],
  ])("%s agrees with the computed amount: %s", (name, words) => {
    expect(texts.get(name)).toContain(words);
  });

  it("leaves the owners of both types of corporation what the drawing shows", () => {
    const { sCorporation, cCorporation } = compareEntityTypes();
    expect(sCorporation).toEqual(unplanned);
    expect(cCorporation.corporateTax).toBe(sold.corporate);
    expect(cCorporation.distributed).toBe(sold.paidOut);
    expect(cCorporation.ownerTax).toBeCloseTo(sold.personal, 6);
    expect(cCorporation.kept).toBeCloseTo(sold.kept, 6);
    expect(cCorporation.kept + cCorporation.corporateTax + cCorporation.ownerTax).toBeCloseTo(10_000_000, 6);
  });

  it("is in no other text, so that no figure goes unchecked", () => {
    const itsOwn = [unplanned.tax, unplanned.kept, unplanned.netInvestmentTax, sold.kept].map(printed);
    const telling = [...texts].filter(([, text]) => itsOwn.some((amount) => text.includes(amount)));
    // The last file contains the example itself and mentions its amounts in a comment.
    expect(telling.map(([name]) => name).toSorted()).toEqual([article, "tax-example.ts"]);
  });

  it("never counts the 3.8% twice", () => {
    for (const [name, text] of texts) expect(text.includes("$7.24M"), name).toBe(false);
  });

  it("uses the rates that the pages print", () => {
    expect(`${taxRates.capitalGains.percent}%`).toBe(figure("capitalGainsTopRate"));
    expect(`${taxRates.netInvestment.percent}%`).toBe(figure("netInvestmentRate"));
  });
});

describe("the installment sale", () => {
  it("uses the threshold and the rate that the pages display", () => {
    expect(`$${installmentInterest.threshold / 1_000_000}\u00a0million`).toBe(figure("installmentThreshold"));
    expect(`${installmentInterest.percent}%`).toBe(figure("underpaymentRate"));
  });

  const [first, second, third, fourth] = installmentYears(fivePayments).map(({ interest }) =>
    whole(interest),
  );
  const total = whole(installmentYears(fivePayments).reduce((sum, { interest }) => sum + interest, 0));
  const page = "pages/tax-strategies.ts";
  const article = "articles/tax-reduction-strategies.mdx";

  it.each([
    [page, `["1", "$8.0M", "$1,600,000", "$600,000", "${first}"]`],
    [page, `["2", "$6.0M", "$1,200,000", "$450,000", "${second}"]`],
    [page, `["3", "$4.0M", "$800,000", "$300,000", "${third}"]`],
    [page, `["4", "$2.0M", "$400,000", "$150,000", "${fourth}"]`],
    [page, `the interest comes to **${total}**`],
    [article, `${first} for the first year and ${total} in all`],
  ])("%s agrees with the computed amount: %s", (name, words) => {
    expect(texts.get(name)).toContain(words);
  });
});

/** Prices of the fictional companies: earnings in millions of dollars, the multiple, and the resulting price. */
const prices = [
  ["pages/business-valuation.ts", 3.2, 5.5, "$17.60M"],
  ["pages/business-valuation.ts", 3.2, 6.25, "$20.00M"],
  ["pages/business-valuation.ts", 3.2, 7, "$22.40M"],
  ["articles/when-to-start-exit-planning.mdx", 3.2, 5.5, "$17.6M"],
  ["articles/when-to-start-exit-planning.mdx", 3.2, 6.25, "$20.0M"],
  ["articles/when-to-start-exit-planning.mdx", 3.2, 7, "$22.4M"],
  ["articles/why-plan-before-loi.mdx", 3.2, 6.25, "$20M"],
  ["articles/business-owners-screw-up-selling.mdx", 4, 6, "$24M"],
  ["faq-groups.ts", 3, 6, "$18M"],
] as const;

describe("the multiples of similar companies", () => {
  it.each(prices)("%s: $%dM at %d times is %s", (name, earnings, multiple, price) => {
    expect(earnings * multiple).toBeCloseTo(Number(/[\d.]+/.exec(price)?.[0]), 6);
    expect(texts.get(name)).toContain(price);
  });

  it("stay within the range of the valuation page, 5.5 to 7.0 times, in every text", () => {
    const words: Record<string, number> = { five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 };
    // Excludes "10 times basis".
    const multiple =
      /(?:multiple of ([\d.]*\d|[a-z]+)|(?<![\w.])([\d.]*\d|five|six|seven|eight|nine|ten)(?: times\b(?! basis)|×))/g;
    const found = [...texts].flatMap(([name, text]) =>
      [...text.matchAll(multiple)].map(([phrase, one, other]) => {
        const written = one ?? other ?? "";
        return { name, phrase, value: words[written] ?? Number(written) };
      }),
    );
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(({ value }) => value < 5.5 || value > 7)).toEqual([]);
  });

  it.each([
    [
      "articles/when-to-start-exit-planning.mdx",
      "reject $320,000 of the add-backs in that $3.2M, the price falls by $2.0M",
      0.32 * 6.25,
      2,
    ],
    [
      "articles/why-plan-before-loi.mdx",
      "reject $320,000 of add-backs: at 6.25 times, that is $2.0M",
      0.32 * 6.25,
      2,
    ],
    ["articles/business-owners-screw-up-selling.mdx", "at six times, that is $1.44M", 0.24 * 6, 1.44],
    ["articles/business-owners-screw-up-selling.mdx", "Half a turn of EBITDA here is $2M", 4 / 2, 2],
    ["articles/business-owners-screw-up-selling.mdx", "six times that is $0.9M", 0.15 * 6, 0.9],
    [
      "articles/business-owners-screw-up-selling.mdx",
      "$4.8M here: the $3.0M earn-out, $1.2M of working capital and $0.6M of escrow claims",
      3 + 1.2 + 0.6,
      4.8,
    ],
    [
      "articles/when-to-start-exit-planning.mdx",
      "7 times pays 27% more than 5.5 times",
      (7 / 5.5 - 1) * 100,
      300 / 11,
    ],
    [
      "pages/business-valuation.ts",
      "The high price above is 27% more than the low one",
      (22.4 / 17.6 - 1) * 100,
      300 / 11,
    ],
  ])("%s: %s", (name, words, computed, printedAmount) => {
    expect(texts.get(name)).toContain(words);
    expect(computed).toBeCloseTo(printedAmount, 6);
  });
});

describe("the other sales at the top federal rates", () => {
  const seventeen: Sale = { price: 17_000_000, basis: 0, excludedGain: 0 };
  const assets = twiceTaxed(17_000_000);
  const founders = "articles/dumbest-mistake-young-founders.mdx";
  const moves = "articles/business-owners-screw-up-selling.mdx";
  const letter = "articles/why-plan-before-loi.mdx";

  it.each([
    [moves, `Tax is ${printed(taxOn(17_000_000))} on $17M`],
    [moves, `| 12.954 | ${printed(outcomeOf(seventeen).kept)} |`],
    [moves, `the company owes ${printed(assets.corporate)}; the owner then owes ${printed(assets.personal)}`],
    [moves, `That is ${printed(assets.corporate + assets.personal)} where a stock sale costs`],
    [founders, `| 5.712 | ${printed(taxOn(24_000_000))} |`],
    [founders, `| 3.332 | ${printed(taxOn(14_000_000))} |`],
    [founders, `| 1.904 | ${printed(taxOn(8_000_000))} |`],
    [letter, `at the top rate that is ${whole(taxOn(3_000_000))} of federal tax`],
    ["pages/tax-strategies.ts", `${printed(taxOn(8e6))} of tax instead of ${printed(taxOn(18e6))}`],
    ["pages/tax-strategies.ts", `The tax is ${printed(taxOn(8e6))}, then ${whole(taxOn(1e6))} a year`],
    ["pages/tax-strategies.ts", `a year: ${printed(taxOn(12e6))} in all`],
    ["pages/tax-strategies.ts", `the tax is ${whole(taxOn(2e6))}. You keep ${whole(2e6 - taxOn(2e6))}`],
    ["pages/tax-strategies.ts", `at the same rate it pays ${whole((2e6 - taxOn(2e6)) * 0.06)} a year`],
    ["pages/tax-strategies.ts", `${whole(taxOn(1.5e6))} of tax is deferred until 2032`],
    ["pages/tax-strategies.ts", `and falls by ${whole(taxOn(1.5e6) / 10)}`],
    [
      "pages/business-valuation.ts",
      `net investment income tax and would keep ${printed(16.6e6 - taxOn(15.5e6))}`,
    ],
  ])("%s agrees with the computed amount: %s", (name, words) => {
    expect(texts.get(name)).toContain(words);
  });
});

describe("the manufacturer of the service pages", () => {
  const valuation = texts.get("pages/business-valuation.ts") ?? "";
  const exit = texts.get("pages/exit-planning.ts") ?? "";

  /** The sale in millions, computed a second time: debt, closing adjustments, deal costs, a basis of $1.10M, and a rate of 20%. */
  function sell(price: number) {
    const equity = price - 2 - 0.4 - 0.3;
    const tax = (equity - 0.7 - 1.1) * 0.2;
    const kept = equity - 0.7 - tax;
    return { price, equity, tax, kept, overNeeded: kept - (10 + 1.2 + 0.85 + 0.45) };
  }

  const sales = [sell(3.2 * 5.5), sell(3.2 * 6.25), sell(3.2 * 7)];
  const [, middle] = sales;

  function row(label: string, amounts: readonly string[], mark = ""): string {
    return JSON.stringify([label, ...amounts].map((cell) => `${mark}${cell}${mark}`));
  }

  const millionsOf = (amount: number): string => inMillions(Math.round(amount * 1e6));

  it.each([
    ["Headline price", sales.map(({ price }) => millionsOf(price)), ""],
    ["Working capital shortfall", ["−$0.40M", "−$0.40M", "−$0.40M"], ""],
    ["Debt repaid", ["−$2.00M", "−$2.00M", "−$2.00M"], ""],
    ["Accrued bonuses", ["−$0.30M", "−$0.30M", "−$0.30M"], ""],
    ["Equity", ["$14.90M", "$17.30M", "$19.70M"], "**"],
    ["Deal costs", ["−$0.70M", "−$0.70M", "−$0.70M"], ""],
    ["Federal tax", sales.map(({ tax }) => millionsOf(-tax)), ""],
    ["Cash after tax", ["$11.58M", "$13.50M", "$15.42M"], "**"],
    ["What you need", ["$12.50M", "$12.50M", "$12.50M"], ""],
    ["Surplus or shortfall", ["−$0.92M", "+$1.00M", "+$2.92M"], "**"],
  ])("has the amounts of the three prices in the table of the valuation page: %s", (label, amounts, mark) => {
    expect(valuation).toContain(row(label, amounts, mark));
  });

  it("takes out more of the portfolio if the fee of Form ADV Part 2A is included", () => {
    const [spending, portfolio] = [0.4, 10];
    const fee = 0.5 * 0.02 + 1.5 * 0.015 + 3 * 0.0125 + (portfolio - 5) * 0.01;
    const share = (amount: number): string => `${((amount * 100) / portfolio).toFixed(1)}%`;
    expect(exit).toContain(
      `the first year costs ${inDollars(fee * 1e6)}, and the owner takes out ${share(spending + fee)} instead of ${share(spending)}`,
    );
  });

  it("leads to the amounts in the account that the table has", () => {
    expect(sales.map(({ kept }) => millionsOf(kept))).toEqual(["$11.58M", "$13.50M", "$15.42M"]);
    expect(sales.map(({ overNeeded }) => millionsOf(overNeeded))).toEqual(["−$0.92M", "$1.00M", "$2.92M"]);
  });

  it("normalizes earnings to the amount that the examples use", () => {
    const items = [2_900_000, 280_000, 190_000, 90_000, -120_000, -140_000];
    expect(items.reduce((sum, item) => sum + item, 0)).toBe(manufacturer.adjustedEbitda);
    for (const item of items) expect(valuation).toContain(`$${Math.abs(item).toLocaleString("en-US")}`);
  });

  it("has the figures of the heroes", () => {
    const [tax, succession] = [JSON.stringify(taxStrategies), JSON.stringify(successionPlanning)];
    const keyFigure = (name: string, shown: string): string => `"term":"${name}","figure":"${shown}"`;
    expect(valuation).toContain(
      `${keyFigure("Low price, 5.5×", "$17.60M")},"note":"$11.58M after debt, costs and tax"`,
    );
    expect(valuation).toContain(keyFigure("High price, 7.0×", "$22.40M"));
    expect(tax).toContain(keyFigure("S corporation, passive owner", "$7.62M"));
    expect(tax).toContain(keyFigure("C corporation", "$6.02M"));
    expect(tax).toContain(keyFigure("S corporation, active owner", "$8.00M"));
    for (const [name, shown] of [
      ["Family transition", "$2.0M"],
      ["Management buyout", "$10.0M"],
      ["ESOP", "$8.0M"],
      ["Third-party sale", "$15.0M"],
    ] as const) {
      expect(succession).toContain(keyFigure(name, shown));
    }
  });

  it("divides the price as the drawing shows it", () => {
    expect(13.5 + 3.1 + 2.7 + 0.7).toBeCloseTo(20, 6);
    expect(valuation).toContain("receives 67.5 cents, 5 of them after 18 months in escrow");
    expect(valuation).toContain("Federal tax takes 15.5 cents, debt and closing adjustments 13.5 cents");
    expect(valuation).toContain("deal costs 3.5 cents");
  });

  it("has a lowest price, at which the owner keeps exactly what they need", () => {
    expect(sell(18.75).kept).toBeCloseTo(12.5, 6);
    expect(18.75 / 3.2).toBeCloseTo(5.9, 1);
    expect(valuation).toContain("accept is $18.75M, or about 5.9 times adjusted EBITDA");
  });

  it("leaves the proceeds that the purposes of the exit planning page add up to", () => {
    expect(exit).toContain("After $2.70M of debt and closing adjustments, $0.70M of deal costs and $3.10M");
    expect(exit).toContain("the owner keeps $13.50M. The bar shows where it goes.");
    const amounts = ["Escrow", "Reserve", "Mortgage", "Giving", "Portfolio"].map((purpose) =>
      Number(new RegExp(`\\["${purpose}","\\$([\\d.]+)M"`).exec(exit)?.[1]),
    );
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(middle?.kept ?? 0, 6);
  });

  it("tests the spending of the exit planning page", () => {
    expect(exit).toContain("pays $400,000 a year for spending. That is 4.0% of it");
    expect(0.4 / 10).toBeCloseTo(0.04, 6);
    expect(exit).toContain("stands at $7.50M, and the same spending is 5.3% of it");
    expect(0.4 / 7.5).toBeCloseTo(0.053, 3);
  });

  it("pays for the life before the sale at $27.7M: a larger portfolio and reserve, and the escrow left out", () => {
    const needed = 0.62 / 0.04 + 3 * 0.62 + 0.85 + 0.45;
    expect(sell(27.7).kept - 1).toBeCloseTo(needed, 2);
    expect(exit).toContain("$620,000 a year");
    expect(exit).toContain("takes a $15.5M portfolio and a larger reserve");
    expect(exit).toContain("a sale price of $27.7M");
    expect(exit).toContain('"term":"Price needed","figure":"$27.7M"');
    expect(JSON.stringify(businessValuation)).toContain(
      "spending of $620,000 a year would take a price of $27.7M",
    );
  });

  it("states the part of the gift that earns no deduction: 0.5% of the gain", () => {
    expect(15_500_000 / 200).toBe(77_500);
    expect(exit).toContain(
      "With this owner’s gain of $15.50M, at least the first $77,500 of the gift doesn’t count.",
    );
  });
});

describe("the four ways to hand over a company", () => {
  const page = texts.get("pages/succession-planning.ts") ?? "";

  it.each(successionRoutes.map((route) => [route.title, route] as const))(
    "%s divides the whole value",
    (_, { aside, parts }) => {
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(companyValue);
      const later = parts.filter(({ when }) => when === "contract" || when === "results");
      const paid = parts.filter(({ when }) => when === "paid");
      const total = (list: typeof parts): string =>
        inMillions(
          list.reduce((sum, { amount }) => sum + amount, 0),
          1,
        );
      expect(aside).toContain(`${total(paid)} now, ${total(later)} later`);
    },
  );

  it.each(trustSale.map((sale) => [sale.title, sale] as const))(
    "%s divides the whole price, after the same income tax",
    (_, { parts }) => {
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(11_000_000);
      expect(parts.find(({ to }) => to === "income tax")?.amount).toBeCloseTo(taxOn(11_000_000));
    },
  );

  it("saves the estate tax on growth above the interest of the note", () => {
    const { savedForChildren, salePrice, valueAtTransfer } = trustSaleAssumptions;
    const growth = salePrice - valueAtTransfer * 1.045 ** 5;
    expect(savedForChildren).toBeCloseTo(growth * 0.4);
    expect(inMillions(savedForChildren)).toBe("$1.41M");
  });

  it("states the value of the company that the drawing divides", () => {
    expect(page).toContain(`worth ${inMillions(companyValue, 1)}`);
  });

  it("divides the company and its building among three children", () => {
    expect((companyValue + manufacturer.building.saleValue) / 3).toBe(8_000_000);
    expect(page).toContain(
      "the $20M company in the chart, a $4M building that you own separately and three children, an equal share is $8M",
    );
  });
});

describe("the rates that the page about tax strategies calls unchanged", () => {
  it.each([
    "capitalGainsTopRate",
    "netInvestmentRate",
    "combinedTopRate",
    "netInvestmentThresholdSingle",
    "netInvestmentThresholdJoint",
    "ordinaryTopRate",
    "zoneAppreciation",
  ] as const)("%s", (name) => {
    expect(latestTaxFigures.figureNow(name)).toBe(figure(name));
  });
});

describe("the comparison of the four strategies", () => {
  const strategies: [string, TaxDue][] = Object.entries(taxDue);

  it.each(strategies)("%s accounts for the whole tax", (_, { parts }) => {
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(comparedTax);
  });

  it("is computed from the combined rate, and agrees with the text above the bars", () => {
    const page = texts.get("pages/tax-strategies.ts") ?? "";
    expect(whole(taxOn(comparedGain))).toBe("$238,000");
    expect(comparedTax).toBe(238_000);
    expect(page).toContain(
      "On a $1M gain, a cash sale costs $238,000 in federal tax, due for the year of sale.",
    );
  });

  it("divides the tax by the assumptions beside each bar", () => {
    expect(strategies.map(([, { parts }]) => parts.map(({ amount }) => amount))).toEqual([
      [238_000],
      // Two fifths, and the rest.
      [95_200, 142_800],
      [238_000],
      // All but a tenth, and that tenth.
      [214_200, 23_800],
    ]);
  });
});
