import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { figure } from "./tax-facts.ts";
import {
  computeAdjustments,
  computeLowestPrice,
  computeProceeds,
  multiples,
} from "./examples/price-range.ts";
import { comparedGain, comparedTax, strategyComparison } from "./examples/strategy-comparison.ts";
import { companyValue, successionRoutes } from "./examples/succession-routes.ts";
import { computeNeeded, computeStockSale, inMillions, manufacturer } from "./manufacturer-sale.ts";
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
    [article, `value: 7.62, shown: "${printed(unplanned.kept)}"`],
    [article, `value: 6.02, shown: "${printed(sold.kept)}"`],
    [article, `first, ${printed(sold.corporate)}. The ${printed(sold.paidOut)} that reaches you`],
    [article, `another ${printed(sold.personal)}, and ${printed(sold.kept)} is left`],
    [article, `becomes five times ${whole(unplanned.tax / 5)}`],
    [article, `Up to all ${millions(unplanned.tax)} is never owed`],
    [article, `On $3M of shares, ${whole(taxOn(3_000_000))} is not owed`],
    [
      article,
      `Tax on the other $7M is ${printed(taxOn(7_000_000))}, so you hold ${printed(7e6 - taxOn(7e6))}`,
    ],
    [article, `On $2M of gain invested in 2027, ${whole(taxOn(2e6))} of tax waits`],
    [article, `falls by ${whole(taxOn(2e6) / 10)}`],
    [article, `the other half costs ${millions(unplanned.tax)}`],
    [page, `keep about ${millions(plannedSale.excludedGain, 1)} of the gain out`],
    [page, `the difference, about ${whole(Math.floor((planned.kept - unplanned.kept) / 1e4) * 1e4)}`],
    [page, `the company owes ${printed(sold.corporate)}, you owe ${printed(sold.personal)}`],
    [page, `on the ${printed(sold.paidOut)} it distributes, and ${printed(sold.kept)} remains`],
  ])("%s agrees with the computed amount: %s", (name, words) => {
    expect(texts.get(name)).toContain(words);
  });

  it("is in no other text, so that no figure goes unchecked", () => {
    const itsOwn = [unplanned.tax, unplanned.kept, unplanned.netInvestmentTax, sold.kept].map(printed);
    const telling = [...texts].filter(([, text]) => itsOwn.some((amount) => text.includes(amount)));
    // The last file contains the example itself and mentions its amounts in a comment.
    expect(telling.map(([name]) => name).toSorted()).toEqual([article, page, "tax-example.ts"]);
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
    [page, `["Year 1", "$8.0M", "$1,600,000", "$600,000", "${first}"]`],
    [page, `["Year 2", "$6.0M", "$1,200,000", "$450,000", "${second}"]`],
    [page, `["Year 3", "$4.0M", "$800,000", "$300,000", "${third}"]`],
    [page, `["Year 4", "$2.0M", "$400,000", "$150,000", "${fourth}"]`],
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
    // Excludes "10 times basis" and "five times $476,000".
    const multiple =
      /(?:multiple of ([\d.]*\d|[a-z]+)|(?<![\w.])([\d.]*\d|five|six|seven|eight|nine|ten)(?: times\b(?! basis| \$)|×))/g;
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
    [moves, `value: 12.954, shown: "${printed(outcomeOf(seventeen).kept)}"`],
    [moves, `the company owes ${printed(assets.corporate)}; the owner then owes ${printed(assets.personal)}`],
    [moves, `That is ${printed(assets.corporate + assets.personal)} where a stock sale costs`],
    [founders, `value: 5.712, shown: "${printed(taxOn(24_000_000))}"`],
    [founders, `value: 3.332, shown: "${printed(taxOn(14_000_000))}"`],
    [founders, `value: 1.904, shown: "${printed(taxOn(8_000_000))}"`],
    [letter, `at the top rate that is ${whole(taxOn(3_000_000))} of federal tax`],
    ["pages/tax-strategies.ts", `${printed(taxOn(8e6))} of tax instead of ${printed(taxOn(18e6))}`],
    ["pages/tax-strategies.ts", `The tax is ${printed(taxOn(8e6))}, then ${whole(taxOn(1e6))} a year`],
    ["pages/tax-strategies.ts", `a year: ${printed(taxOn(12e6))} in all`],
    ["pages/tax-strategies.ts", `${whole(taxOn(2e6))} of tax and ${printed(2e6 - taxOn(2e6))} left`],
    ["pages/tax-strategies.ts", `with ${whole((2e6 - taxOn(2e6)) * 0.06)} at the same rate`],
    ["pages/tax-strategies.ts", `${whole(taxOn(1.5e6))} of tax waits until 2032`],
    ["pages/tax-strategies.ts", `and falls by ${whole(taxOn(1.5e6) / 10)}`],
    ["pages/succession-planning.ts", `"−${printed(taxOn(11e6))}", "−${printed(taxOn(11e6))}"`],
    ["pages/exit-planning.ts", `and federal tax ${printed(taxOn(16.6e6))}`],
    ["pages/exit-planning.ts", `What is left is ${printed(16.6e6 - taxOn(16.6e6))}`],
  ])("%s agrees with the computed amount: %s", (name, words) => {
    expect(texts.get(name)).toContain(words);
  });

  it.each([
    ["Low", 14.9e6],
    ["Middle", 17.3e6],
    ["High", 19.7e6],
  ])("pages/business-valuation.ts: equity to kept, %s", (_, equity) => {
    const gain = equity - 0.7e6;
    const text = texts.get("pages/business-valuation.ts");
    expect(text).toContain(`"−${printed(taxOn(gain))}"`);
    expect(text).toContain(`"**${printed(gain - taxOn(gain))}**"`);
  });
});

describe("the manufacturer of the valuation page", () => {
  const page = "pages/business-valuation.ts";
  const all = [multiples.low, multiples.middle, multiples.high].map(computeProceeds);

  /** A row of a table in the text: plain, or in bold if it is a sum. */
  function cells(amounts: readonly string[], mark = ""): string {
    return amounts.map((amount) => `"${mark}${amount}${mark}"`).join(", ");
  }

  it.each([
    ["Headline price", cells(all.map(({ price }) => inMillions(price)))],
    ["Debt repaid", cells(all.map(() => inMillions(-manufacturer.debt)))],
    ["Accrued bonuses", cells(all.map(() => inMillions(-manufacturer.accruedBonuses)))],
    [
      "**Equity to you**",
      cells(
        all.map(({ equity }) => inMillions(equity)),
        "**",
      ),
    ],
    ["Banker, attorneys, other deal costs", cells(all.map(() => inMillions(-manufacturer.dealCosts)))],
    ["Federal tax", cells(all.map(({ tax }) => inMillions(-tax)))],
    [
      "**In your account**",
      cells(
        all.map(({ kept }) => inMillions(kept)),
        "**",
      ),
    ],
    ["What you need", cells(all.map(() => inMillions(computeNeeded())))],
    [
      "**Surplus or shortfall**",
      cells(
        all.map(({ overNeeded }) => `${overNeeded > 0 ? "+" : ""}${inMillions(overNeeded)}`),
        "**",
      ),
    ],
  ])("has the computed amounts in its table: %s", (label, amounts) => {
    expect(texts.get(page)).toContain(`["${label}", ${amounts}]`);
  });

  it("normalizes earnings to the amount that the examples use", () => {
    const items = [2_900_000, 280_000, 190_000, 90_000, -120_000, -140_000];
    expect(items.reduce((sum, item) => sum + item, 0)).toBe(manufacturer.adjustedEbitda);
    for (const item of items) expect(texts.get(page)).toContain(`$${Math.abs(item).toLocaleString("en-US")}`);
  });

  it("states the shares of the price that the drawing shows", () => {
    const { price, tax, kept } = computeProceeds(multiples.middle);
    const cents = (amount: number): number => (amount / price) * 100;
    expect(Math.round(cents(kept))).toBe(63);
    expect(Math.round(cents(tax))).toBe(20);
    expect(cents(computeAdjustments())).toBeCloseTo(13.5, 6);
    expect(cents(manufacturer.dealCosts)).toBeCloseTo(3.5, 6);
    expect(texts.get(page)).toContain("receives about 63 cents. Federal tax takes 20 cents");
    expect(texts.get(page)).toContain("adjustments 13.5 cents and deal costs 3.5 cents");
  });

  it("states the lowest price, at which the owner keeps exactly what they need", () => {
    const lowest = computeLowestPrice();
    expect(computeProceeds(lowest / manufacturer.adjustedEbitda).kept).toBeCloseTo(computeNeeded(), -1);
    expect(lowest).toBeLessThan(18_700_000);
    expect(lowest).toBeGreaterThan(18_650_000);
    expect((lowest / manufacturer.adjustedEbitda).toFixed(1)).toBe("5.8");
    expect(texts.get(page)).toContain("a little under $18.7M, or about 5.8 times adjusted EBITDA");
  });

  it("names the cash of the stock sale with the company’s own basis and rates", () => {
    expect(texts.get(page)).toContain(`(/manufacturer-sale) leaves ${inMillions(computeStockSale().cash)}`);
  });

  it("uses the proceeds of the exit planning page, which its purposes add up to", () => {
    const { portfolio, reserve, giving } = manufacturer.needed;
    const purposes = [manufacturer.escrow.amount, reserve, giving, portfolio];
    const kept = computeProceeds(multiples.middle).kept;
    expect(inMillions(purposes.reduce((sum, amount) => sum + amount, 0))).toBe(inMillions(kept));
    for (const amount of purposes) {
      expect(texts.get("pages/exit-planning.ts")).toContain(`"${inMillions(amount)}"`);
    }
    expect(texts.get("pages/exit-planning.ts")).toContain(
      `Debt and closing adjustments take ${inMillions(computeAdjustments())}`,
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
      for (const { amount } of parts) expect(page).toContain(inMillions(amount, 1));
    },
  );

  it("uses the loan and the note of the management buyout in the text", () => {
    expect(page).toContain("a bank lends $10M, the managers bring $2M and you carry a note for $12M");
    expect(page).toContain(`worth ${inMillions(companyValue, 1)}`);
  });
});

describe("the comparison of the four strategies", () => {
  it.each(strategyComparison.map((bar) => [bar.title, bar] as const))(
    "%s accounts for the whole tax",
    (_, { parts }) => {
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(comparedTax);
    },
  );

  it("is computed from the combined rate, and agrees with the table and the heading of the page", () => {
    const page = texts.get("pages/tax-strategies.ts") ?? "";
    expect(whole(taxOn(comparedGain))).toBe("$238,000");
    expect(comparedTax).toBe(238_000);
    expect(page).toContain("When $238,000 of tax is due");
    for (const { parts } of strategyComparison) {
      for (const { amount } of parts) expect(page).toContain(`${whole(amount)}"`);
    }
  });
});
