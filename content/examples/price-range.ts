import { computeNeeded, manufacturer, saleRates } from "#content/manufacturer-sale.ts";

/** The same earnings at three multiples: the range of the valuation page. */
export const multiples = { low: 5.5, middle: manufacturer.multiple, high: 7 } as const;

export type Proceeds = {
  price: number;
  /** The price less debt and closing adjustments. */
  equity: number;
  tax: number;
  /** What reaches the owner’s account, the escrow counted as received. */
  kept: number;
  /** How much that exceeds what the owner needs; negative if it falls short. */
  overNeeded: number;
};

/** Debt and closing adjustments, which are the same at every price. */
export function computeAdjustments(): number {
  const { debt, accruedBonuses, workingCapital } = manufacturer;
  return debt + accruedBonuses + workingCapital.expected - workingCapital.actual;
}

/**
 * The proceeds at a multiple of adjusted EBITDA by the quick estimate of the valuation page: zero basis and all gain taxed at the combined
 * top rate.
 */
export function computeProceeds(multiple: number): Proceeds {
  const price = manufacturer.adjustedEbitda * multiple;
  const equity = price - computeAdjustments();
  const gain = equity - manufacturer.dealCosts;
  const tax = Math.round((gain * saleRates.combined) / 100);
  const kept = gain - tax;
  return { price, equity, tax, kept, overNeeded: kept - computeNeeded() };
}

/** The price at which the owner keeps exactly what they need. */
export function computeLowestPrice(): number {
  const gain = computeNeeded() / (1 - saleRates.combined / 100);
  return gain + manufacturer.dealCosts + computeAdjustments();
}
