import { saleRates } from "#content/manufacturer-sale.ts";
import { latestTaxFigures } from "#content/tax-facts.ts";

/** The gain to which every strategy is applied. A cash sale owes all of the tax for the year of sale. */
export const comparedGain = 1_000_000;

/** The federal tax on that gain at the combined top rate. */
export const comparedTax = share(comparedGain, saleRates.combined);

/** The share of the price that the compared installment sale pays at closing. */
const closingPercent = 40;

/** The part of the deferred gain that an opportunity zone fund forgives after five years, outside rural zones. */
const zoneForgivenPercent = Number.parseFloat(latestTaxFigures.figureNow("zoneStepFive"));

/** `now` is due for the year of sale, `later` in later years, `never` not at all. */
export type TaxPart = { due: "now" | "later" | "never"; amount: number; label: string };

export type TaxDue = { assumption: string; parts: readonly TaxPart[] };

const firstPayment = share(comparedTax, closingPercent);
const zoneForgiven = share(comparedTax, zoneForgivenPercent);

/** When the tax on the compared gain is due under each strategy. */
export const taxDue = {
  qsbs: {
    assumption: "If every condition is met.",
    parts: [{ due: "never", amount: comparedTax, label: "never owed" }],
  },
  installmentSale: {
    assumption: "40 percent of the price at closing, the rest over three years.",
    parts: [
      { due: "now", amount: firstPayment, label: "for the year of sale" },
      { due: "later", amount: comparedTax - firstPayment, label: "later, as you are paid" },
    ],
  },
  charitableTrust: {
    assumption: "What remains in the trust goes to charity.",
    parts: [{ due: "later", amount: comparedTax, label: "or less, later, as payouts reach you" }],
  },
  opportunityZone: {
    assumption: "Invested in 2027, outside rural zones, and held at least five years.",
    parts: [
      { due: "later", amount: comparedTax - zoneForgiven, label: "later, for 2032" },
      { due: "never", amount: zoneForgiven, label: "never owed" },
    ],
  },
} as const satisfies Record<string, TaxDue>;

function share(dollars: number, percent: number): number {
  return Math.round((dollars * percent) / 100);
}
