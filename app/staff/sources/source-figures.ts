import { minRankedLeads } from "#app/people/sources/source-report.ts";
import { formatCents } from "#app/people/sources/spend.ts";

/** There is no data, in contrast to zero. */
export const noData = "–";

export function formatCount(count: number | null): string {
  return count === null ? noData : count.toLocaleString("en-US");
}

/** A share as a percentage, or as counts if the whole is small: “4 of 9”. */
export function formatShare(part: number, whole: number | null): string {
  if (whole === null || whole === 0) return noData;
  if (whole < minRankedLeads) return `${formatCount(part)} of ${formatCount(whole)}`;
  const percent = (part / whole) * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1).replace(/\.0$/, "") : Math.round(percent)}%`;
}

/** The cost of a lead, or of a few leads together: “$1,200 for 4”. */
export function formatCost(cents: number | null, leads: number): string {
  if (cents === null || leads === 0) return noData;
  if (leads < minRankedLeads) return `${formatCents(cents)} for ${formatCount(leads)}`;
  return formatCents(Math.round(cents / leads));
}

export function formatSpend(cents: number | null): string {
  return cents === null ? noData : formatCents(cents);
}
