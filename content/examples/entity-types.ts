import { outcomeOf, unplannedSale } from "#content/tax-example.ts";
import { taxPercent } from "#content/tax-facts.ts";

/**
 * The $10M sale of assets by each type of corporation: zero basis, long-term gain, top federal rates. The gain of an S corporation is taxed
 * once. A C corporation pays tax, and its owner pays tax on what it distributes.
 */
export function compareEntityTypes() {
  const { price } = unplannedSale;
  const passedThrough = outcomeOf(unplannedSale);
  const corporateTax = Math.round((price * taxPercent("corporateRate")) / 100);
  const distributed = price - corporateTax;
  const taxedAgain = outcomeOf({ ...unplannedSale, price: distributed });
  return {
    sCorporation: passedThrough,
    cCorporation: { corporateTax, distributed, ownerTax: taxedAgain.tax, kept: taxedAgain.kept },
  };
}
