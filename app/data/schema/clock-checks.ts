import type { Generated } from "kysely";

/**
 * Table `clock_checks`: one row, the last time at which the clocks were found plausible (`check-clocks.server.ts`). Owner: data.
 * Personal data: none. Kept for good.
 */
export type ClockChecksTable = {
  id: Generated<boolean>;
  checkedAt: Date;
};
