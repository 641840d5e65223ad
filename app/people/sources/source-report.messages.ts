import type { Dimension } from "./source-counts.ts";
import type { OtherSources } from "./source-report.ts";

const others: Readonly<Record<Dimension, string>> = {
  campaign: "other campaigns",
  channel: "other channels",
  page: "other pages",
};

/** @example otherSources("campaign", { count: 1200, isMore: true }) // "More than 1,200 other campaigns" */
export function otherSources(
  by: Dimension,
  { count, isMore }: Pick<OtherSources, "count" | "isMore">,
): string {
  if (count === 0) return `O${others[by].slice(1)}`;
  return `${isMore ? "More than " : ""}${count.toLocaleString("en-US")} ${others[by]}`;
}
