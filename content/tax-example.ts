import type { TaxRate } from "./schema.ts";

/**
 * The $10M sale: the proceeds that an owner keeps without a plan, and with a plan made years before. The figures in
 * drawings are computed here; `worked-examples.test.ts` compares those that pages type.
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

export type Sale = {
  /** The purchase price in dollars. */
  price: number;
  /** The cost basis of the shares in dollars. */
  basis: number;
  /** The gain in dollars that an exclusion or a deferral removes from this year's tax. */
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

/**
 * The only assumption of the planned sale: this share of the stock is qualified small business stock (26 U.S.C. § 1202), held long enough,
 * with a gain below the cap. No gain is deferred or given away.
 */
export const excludedStock = { share: 0.37 } as const;

/** The $10M sale with that gain excluded: the owner keeps a little over $8.5M. */
export const plannedSale: Sale = { price, basis: 0, excludedGain: price * excludedStock.share };

/** The after-tax result of a sale in dollars, with all gain long-term and taxed at the top rate. */
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
 * Formats dollars in millions, rounded down so that no figure is overstated.
 * @example millions(7_620_000) // "$7.62M"
 */
export function millions(dollars: number, decimals = 2): string {
  const factor = 10 ** decimals;
  const floored = Math.floor((dollars * factor) / 1_000_000) / factor;
  return `$${floored.toFixed(decimals)}M`;
}

/** An installment sale: zero basis, all long-term gain, first payment at closing. */
export type InstallmentSale = { price: number; payments: readonly number[] };

/** The $10M sale in five equal payments. */
export const fivePayments: InstallmentSale = { price, payments: [2e6, 2e6, 2e6, 2e6, 2e6] };

/**
 * Interest on deferred tax (26 U.S.C. § 453A). The deferred tax uses the top rate of section 1(h). It excludes the 3.8% of section 1411,
 * because section 453A(c)(3) covers only tax under sections 1 and 11. One year’s rate applies to all years.
 */
export const installmentInterest = { threshold: 5_000_000, percent: 7 } as const;

export type InstallmentYear = {
  /** The amount that the buyer still owes at the end of the year. */
  owed: number;
  deferredTax: number;
  /** The share of the deferred tax that bears interest. */
  chargedTax: number;
  interest: number;
};

/** Computes the yearly interest on the deferred tax of an installment sale. */
export function installmentYears({ price: agreed, payments }: InstallmentSale): InstallmentYear[] {
  const { threshold, percent } = installmentInterest;
  const initialReceivable = agreed - (payments[0] ?? 0);
  // The share is set in the year of sale and applies while anything is owed (§ 453A(c)(4)).
  const share = Math.max(0, initialReceivable - threshold) / Math.max(1, initialReceivable);
  let owed = agreed;
  return payments.map((payment) => {
    owed -= payment;
    const deferredTax = Math.round(owed * taxRates.capitalGains.percent) / 100;
    const chargedTax = deferredTax * share;
    return { owed, deferredTax, chargedTax, interest: Math.round(chargedTax * percent) / 100 };
  });
}
