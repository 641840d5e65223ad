import type { TrafficClass } from "./visitors.ts";

/**
 * Table `visit_totals`: how many visits a day came from browsers that ask not to be followed. Owner: tracking. Personal data: none.
 * Kept for good.
 */
export type VisitTotalsTable = {
  /** ISO date in the practice's time zone. */
  day: string;
  trafficClass: TrafficClass;
  visits: number;
};
