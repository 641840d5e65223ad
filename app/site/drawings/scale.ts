/** How a drawing prints amounts, and how a screen reader reads them. */
export type AmountFormat = { shown: (dollars: number) => string; spoken: (dollars: number) => string };

/**
 * Amounts in millions of dollars.
 * @example millionsWith(2).shown(-12_649_200) // "−$12.65M"
 * @example millionsWith(2).spoken(12_649_200) // "12.65 million dollars"
 */
export function millionsWith(decimals: number): AmountFormat {
  const digits = (dollars: number): string => (Math.abs(dollars) / 1_000_000).toFixed(decimals);
  return {
    shown: (dollars) => `${dollars < 0 ? "−" : ""}$${digits(dollars)}M`,
    spoken: (dollars) => `${digits(dollars)} million dollars`,
  };
}

const toWhole = (dollars: number): string => Math.round(dollars).toLocaleString("en-US");

/** Amounts in whole dollars. @example wholeDollars.shown(238_000) // "$238,000" */
export const wholeDollars: AmountFormat = {
  shown: (dollars) => `$${toWhole(dollars)}`,
  spoken: (dollars) => `${toWhole(dollars)} dollars`,
};

/** The labels of an axis: round values from zero to at most `max`, in four to nine steps. */
export function axisTicks(max: number): number[] {
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([5, 2, 1].find((factor) => factor * power <= rough) ?? 1) * power;
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step);
}

/** The label of an axis value. @example tickLabel(5_000_000) // "$5M" */
export function tickLabel(dollars: number): string {
  if (dollars === 0) return "0";
  return dollars >= 1_000_000 ? millionsWith(0).shown(dollars) : wholeDollars.shown(dollars);
}

/** Maps dollars to drawing units on a linear scale that starts at zero, rounded to a tenth of a unit. */
export function linearScale(max: number, length: number): (dollars: number) => number {
  return (dollars) => toTenth((dollars / max) * length);
}

/** Rounds to a tenth. Differences of tenths have long binary fractions, which would make a page larger. */
export function toTenth(units: number): number {
  return Math.round(units * 10) / 10;
}
