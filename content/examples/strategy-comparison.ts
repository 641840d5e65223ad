import { saleRates } from "#content/manufacturer-sale.ts";
import { latestTaxFigures } from "#content/tax-facts.ts";

/** The gain to which every strategy is applied. */
export const comparedGain = 1_000_000;

/** The federal tax on that gain at the combined top rate. */
export const comparedTax = share(comparedGain, saleRates.combined);

/** The share of the price that the compared installment sale pays at closing. */
const closingPercent = 40;

/** The part of the deferred gain that an opportunity zone fund forgives after five years, outside rural zones. */
const zoneForgivenPercent = Number.parseFloat(latestTaxFigures.figureNow("zoneStepFive"));

/** `now` is due for the year of sale, `later` in later years, `never` not at all. */
export type TaxPart = { due: "now" | "later" | "never"; amount: number; label: string };

const firstPayment = share(comparedTax, closingPercent);
const zoneForgiven = share(comparedTax, zoneForgivenPercent);

/** When the tax on the compared gain is due in a cash sale and under each strategy. */
export const strategyComparison: readonly { title: string; aside: string; parts: readonly TaxPart[] }[] = [
  {
    title: "Cash sale, no planning",
    aside: "The baseline",
    parts: [{ due: "now", amount: comparedTax, label: "due for the year of sale" }],
  },
  {
    title: "QSBS",
    aside: "If every condition is met",
    parts: [{ due: "never", amount: comparedTax, label: "never owed" }],
  },
  {
    title: "Installment sale",
    aside: "Two fifths at closing, rest over three years",
    parts: [
      { due: "now", amount: firstPayment, label: "first" },
      { due: "later", amount: comparedTax - firstPayment, label: "as you are paid" },
    ],
  },
  {
    title: "Charitable remainder trust",
    aside: "What remains in the trust goes to charity",
    parts: [{ due: "later", amount: comparedTax, label: "or less, as payouts reach you" }],
  },
  {
    title: "Opportunity zone fund",
    aside: "Invested in 2027, held ten years",
    parts: [
      { due: "later", amount: comparedTax - zoneForgiven, label: "due for 2032" },
      { due: "never", amount: zoneForgiven, label: "never owed" },
    ],
  },
];

function share(dollars: number, percent: number): number {
  return Math.round((dollars * percent) / 100);
}
