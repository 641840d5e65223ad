import type { Generated } from "kysely";

/**
 * Table `refused_clock_periods`: the times shown by clocks that were refused (`refused-clock-periods.server.ts`). Owner: data.
 * Personal data: none. Kept permanently, because rows with these dates can remain for years.
 */
export type RefusedClockPeriodsTable = {
  id: Generated<number>;
  earliestTime: Date;
  latestTime: Date;
  /** When the clocks were accepted again; null while they are refused. */
  endedAt: Date | null;
};
