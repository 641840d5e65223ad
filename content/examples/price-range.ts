import {
  computeNeeded,
  computePrice,
  computeStockSale,
  manufacturer,
  saleRates,
} from "#content/manufacturer-sale.ts";

/** The same earnings at three multiples: the range of the valuation page. */
export const multiples = { low: 5.5, middle: manufacturer.multiple, high: 7 } as const;

/** @example multipleLabel(7) // "7.0×" */
export function multipleLabel(multiple: number): string {
  return `${Number.isInteger(multiple) ? multiple.toFixed(1) : multiple}×`;
}

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

/** The proceeds at a multiple of adjusted EBITDA in a stock sale. */
export function computeProceeds(multiple: number): Proceeds {
  const { headline, equity } = computePrice(multiple);
  const { tax, cash } = computeStockSale(saleRates, multiple);
  return { price: headline, equity, tax, kept: cash, overNeeded: cash - computeNeeded() };
}

/** The price at which the owner keeps exactly what they need, because only the gain above the basis is taxed. */
export function computeLowestPrice(): number {
  const rate = saleRates.capitalGains / 100;
  const beforeTax = (computeNeeded() - rate * computeStockSale().basis) / (1 - rate);
  return beforeTax + manufacturer.dealCosts + computeAdjustments();
}
