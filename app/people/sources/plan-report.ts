import type { TouchPosition } from "#app/people/lists/people-filter.server.ts";
import {
  choosePeriod,
  comparePeriod,
  type ComparisonChoice,
  type Period,
  type PeriodChoice,
  resolvePeriod,
} from "./periods.ts";
import type { Dimension } from "./source-counts.ts";
import type { SourceSort } from "./source-report.ts";

/** The parameters of the screen and of its exports. */
export type SourceQuery = {
  period?: PeriodChoice | undefined;
  compare?: ComparisonChoice | undefined;
  by?: Dimension | undefined;
  touch?: TouchPosition | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort: SourceOrder;
};

/** Highest first, except names; `-up` reverses the order. */
export type SourceOrder = SourceSort | `${SourceSort}-up`;

/** What a report is about. */
export type ReportPlan = {
  choice: PeriodChoice;
  now: Period;
  /** The period to compare with. */
  before: Period | undefined;
  by: Dimension;
  touch: TouchPosition;
  sort: SourceSort;
  isAscending: boolean;
  /** Of the firm's calendar. */
  today: string;
};

/** Resolves the choices of a query. @param today ISO date of the firm's calendar */
export function planReport(query: SourceQuery, today: string): ReportPlan {
  const { compare = "before", by = "campaign", touch = "first" } = query;
  const choice = choosePeriod(query);
  const now = resolvePeriod(query, today);
  const { sort, isReversed } = readOrder(query.sort);
  return {
    choice,
    now,
    before: comparePeriod(now, choice, compare),
    by,
    touch,
    sort,
    isAscending: isReversed !== (sort === "name"),
    today,
  };
}

function readOrder(order: SourceOrder): { sort: SourceSort; isReversed: boolean } {
  const isReversed = order.endsWith("-up");
  // The type of the order permits only sorts with and without the suffix.
  return { sort: (isReversed ? order.slice(0, -"-up".length) : order) as SourceSort, isReversed };
}
