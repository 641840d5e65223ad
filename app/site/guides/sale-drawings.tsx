import { millionsWith } from "#app/site/drawings/scale.ts";
import { StackedBars } from "#app/site/drawings/stacked-bars.tsx";
import { Waterfall } from "#app/site/drawings/waterfall.tsx";
import {
  compareStructures,
  computeBeforeTax,
  computeNeeded,
  inMillions,
  listSaleSteps,
  manufacturer,
} from "#content/manufacturer-sale.ts";

/** From the headline price to the owner's account in a stock sale. */
export function StockSaleWaterfall() {
  return <Waterfall steps={listSaleSteps()} />;
}

/** The four structures: cash after tax, the stake that the owner keeps, and the tax now. */
export function SaleStructures() {
  const [stockSale, assetSale, , { deferredTax }] = compareStructures();
  const escrow = manufacturer.escrow.amount;
  return (
    <StackedBars
      bars={compareStructures().map(({ letter, name, cash, stake, taxNow, overNeeded }) => ({
        title: `${letter}. ${name}`,
        aside: describeCash(overNeeded),
        parts: [
          { fill: "paid" as const, amount: cash, label: "cash" },
          ...(stake === 0 ? [] : [{ fill: "uncertain" as const, amount: stake, label: "stake" }]),
          { fill: "cost" as const, amount: taxNow, label: "tax now" },
        ],
      }))}
      format={millionsWith(2)}
      legend={[
        { fill: "paid", meaning: `Cash after tax, including ${inMillions(escrow)} in escrow` },
        { fill: "uncertain", meaning: "Stake you keep, worth what the next sale brings" },
        { fill: "cost", meaning: "Federal tax now" },
      ]}
      mark={{ label: "Needed", amount: computeNeeded() }}
      caption={`Each bar adds up to ${inMillions(computeBeforeTax())}: the price after debt, bonuses and deal costs. Until the escrow is paid, A leaves ${inMillions(stockSale.cash - escrow)} and B ${inMillions(assetSale.cash - escrow)}. D defers ${inMillions(deferredTax)} of tax. Figures are rounded.`}
    />
  );
}

/** @example describeCash(-3_396_000) // "$3.40M short" */
function describeCash(overNeeded: number): string {
  return overNeeded < 0 ? `${inMillions(-overNeeded)} short` : `${inMillions(overNeeded)} over`;
}
