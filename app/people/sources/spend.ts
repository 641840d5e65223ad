import { addDays } from "#app/platform/calendar/day-in.ts";
import { countDays, firstOfMonth, type Period } from "./periods.ts";

/** What a source cost in a month. `month` is the ISO date of its first day. */
export type MonthlySpend = { name: string; month: string; cents: number };

/**
 * The spend of a period by source. A month that is not completely within the period counts by its days, so that a running month is
 * compared with the same days of another.
 */
export function spendIn(period: Period, entries: readonly MonthlySpend[]): { name: string; cents: number }[] {
  const sums = new Map<string, number>();
  for (const { name, month, cents } of entries) {
    const whole = { from: month, to: lastOfMonth(month) };
    const from = whole.from > period.from ? whole.from : period.from;
    const to = whole.to < period.to ? whole.to : period.to;
    if (from > to) continue;
    sums.set(name, (sums.get(name) ?? 0) + (cents * countDays({ from, to })) / countDays(whole));
  }
  return [...sums].map(([name, cents]) => ({ name, cents: Math.round(cents) }));
}

function lastOfMonth(month: string): string {
  return addDays(firstOfMonth(addDays(month, 31)), -1);
}

/** @example formatCents(123450) // "$1,234.50"; whole dollars have no decimals */
export function formatCents(cents: number): string {
  return (cents % 100 === 0 ? wholeDollars : dollars).format(cents / 100);
}

const currency = { style: "currency", currency: "USD" } as const;
const dollars = new Intl.NumberFormat("en-US", currency);
const wholeDollars = new Intl.NumberFormat("en-US", { ...currency, maximumFractionDigits: 0 });
