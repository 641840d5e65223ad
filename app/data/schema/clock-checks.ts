import type { Generated } from "kysely";

/**
 * Table `clock_checks`: one row with the last time at which the clocks were plausible (`check-clocks.server.ts`). Owner: data.
 * Personal data: none. Kept permanently.
 */
export type ClockChecksTable = {
  id: Generated<boolean>;
  checkedAt: Date;
};
