import { taxPercent } from "#content/tax-facts.ts";

/** The part of a price that goes to tax or reaches the children. */
export type TrustSalePart = { to: "income tax" | "estate tax" | "children"; amount: number };

/** The shares are worth this much when the owner could sell them to a trust, and this much when a buyer pays for them. */
const valueAtTransfer = 6_000_000;
const salePrice = 11_000_000;

/** Assumed. */
const noteYears = 5;
const notePercent = 4.5;

/** What becomes of the price if the owner keeps the shares, and if a trust has bought them for a note. */
export const trustSale: readonly { title: string; aside: string; parts: readonly TrustSalePart[] }[] = [
  { title: "Shares kept", aside: "All of the price is in your estate", parts: divide(salePrice) },
  {
    title: "Shares sold to the trust",
    aside: "Only the note is in your estate",
    parts: divide(valueAtTransfer * (1 + notePercent / 100) ** noteYears),
  },
];

/** @param paid what the owner receives, who pays the income tax on the whole gain in both cases */
function divide(paid: number): readonly TrustSalePart[] {
  const incomeTax = (salePrice * taxPercent("combinedTopRate")) / 100;
  const estateTax = ((paid - incomeTax) * taxPercent("estateTaxRate")) / 100;
  return [
    { to: "children", amount: salePrice - incomeTax - estateTax },
    { to: "income tax", amount: incomeTax },
    { to: "estate tax", amount: estateTax },
  ];
}

/** What the caption of the drawing states. */
export const trustSaleAssumptions = {
  valueAtTransfer,
  salePrice,
  noteYears,
  notePercent,
  savedForChildren: (trustSale[1]?.parts[0]?.amount ?? 0) - (trustSale[0]?.parts[0]?.amount ?? 0),
};
