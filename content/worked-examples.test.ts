import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { figure } from "./tax-facts.ts";
import { millions, outcomeOf, plannedSale, type Sale, taxRates, unplannedSale } from "./tax-example.ts";

const texts = new Map(
  readdirSync("content", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|mdx)$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => [name, readFileSync(join("content", name), "utf8").replaceAll(/\s+/g, " ")]),
);

const unplanned = outcomeOf(unplannedSale);
const planned = outcomeOf(plannedSale);

/** Tax on a long-term gain at the top federal rates, as the examples reckon it. */
function taxOn(gain: number): number {
  return outcomeOf({ price: gain, basis: 0, excludedGain: 0 }).tax;
}

/** Rounded to the cent of a million, as copy does. @example printed(1_880_200) // "$1.88M" */
function printed(dollars: number): string {
  return `$${(dollars / 1_000_000).toFixed(2)}M`;
}

/** @example whole(237_999.6) // "$238,000" */
function whole(dollars: number): string {
  return `$${Math.round(dollars).toLocaleString("en-US")}`;
}

/** The same company's assets sold by a C corporation without basis: taxed in it, and again when the rest is paid out. */
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
    [page, `The difference is about ${whole(Math.floor((planned.kept - unplanned.kept) / 1e4) * 1e4)}`],
    [page, `the company owes ${printed(sold.corporate)}, you owe ${printed(sold.personal)}`],
    [page, `on the ${printed(sold.paidOut)} it distributes, and ${printed(sold.kept)} remains`],
  ])("%s agrees with what is computed: %s", (name, words) => {
    expect(texts.get(name)).toContain(words);
  });

  it("is told nowhere else, so that no text can disagree unseen", () => {
    const itsOwn = [unplanned.tax, unplanned.kept, unplanned.netInvestmentTax, sold.kept].map(printed);
    const telling = [...texts].filter(([, text]) => itsOwn.some((amount) => text.includes(amount)));
    // The last holds the example itself, and names its amounts in a comment.
    expect(telling.map(([name]) => name).toSorted()).toEqual([article, page, "tax-example.ts"]);
  });

  it("is nowhere told with the 3.8% counted twice", () => {
    for (const [name, text] of texts) expect(text.includes("$7.24M"), name).toBe(false);
  });

  it("is computed with the rates that the pages print", () => {
    expect(`${taxRates.capitalGains.percent}%`).toBe(figure("capitalGainsTopRate"));
    expect(`${taxRates.netInvestment.percent}%`).toBe(figure("netInvestmentRate"));
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
  ])("%s agrees with what is computed: %s", (name, words) => {
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
