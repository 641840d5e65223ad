import type { TaxRate } from "./schema.ts";

/**
 * The $10M sale: what an owner keeps with nothing in place, and with a plan made years before. Every figure on a page is
 * computed here, so that the drawing, the table beside it and the sentence below it cannot disagree.
 */
export const taxRates = {
  capitalGains: {
    percent: 20,
    year: 2024,
    source: "26 U.S.C. § 1(h)(1)(D), top rate on long-term capital gain",
  },
  netInvestment: {
    percent: 3.8,
    year: 2024,
    source: "26 U.S.C. § 1411(a)(1), net investment income tax",
  },
} as const satisfies Record<string, TaxRate>;

/** The last tax year for which both rates were looked up and found unchanged. */
export const ratesCheckedFor = 2026;

export type Sale = {
  /** Dollars that the buyer pays. */
  price: number;
  /** Dollars that are not gain: what the shares cost. */
  basis: number;
  /** Dollars of gain that an exclusion or a deferral keeps out of this year's tax. */
  excludedGain: number;
};

export type SaleOutcome = {
  capitalGainsTax: number;
  netInvestmentTax: number;
  tax: number;
  kept: number;
};

const price = 10_000_000;

/** Specification section 9, with the 3.8% counted once: $2.00M + $0.38M = $2.38M of tax, $7.62M kept. */
export const unplannedSale: Sale = { price, basis: 0, excludedGain: 0 };

/** The same sale with enough of the gain excluded or deferred that a little over $8.5M is kept. */
export const plannedSale: Sale = { price, basis: 0, excludedGain: 3_700_000 };

/** What a sale leaves in dollars, all of the gain long-term and at the top rate. */
export function outcomeOf({ price: paid, basis, excludedGain }: Sale): SaleOutcome {
  const taxedGain = Math.max(0, paid - basis - excludedGain);
  // Whole cents: 3.8% has no exact binary form.
  const share = (percent: number): number => Math.round(taxedGain * percent) / 100;
  const capitalGainsTax = share(taxRates.capitalGains.percent);
  const netInvestmentTax = share(taxRates.netInvestment.percent);
  const tax = capitalGainsTax + netInvestmentTax;
  return { capitalGainsTax, netInvestmentTax, tax, kept: paid - tax };
}

/**
 * Dollars as millions, rounded down so that nothing is overstated.
 * @example millions(7_620_000) // "$7.62M"
 */
export function millions(dollars: number, decimals = 2): string {
  const factor = 10 ** decimals;
  const floored = Math.floor((dollars * factor) / 1_000_000) / factor;
  return `$${floored.toFixed(decimals)}M`;
}
