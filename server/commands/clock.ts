import { systemClock } from "#app/platform/clock.ts";
import { carryOutClockOrder } from "./carry-out-clock-order.ts";
import { clockUsage, parseClockOrder } from "./clock-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, type Shell } from "./command.ts";

/**
 * `npm run clock -- …`: shows or confirms the clocks used for age-based deletion. It works with or without a running server.
 * @returns the exit code: 0 for success, 1 for failure, 2 for a usage error
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, clockUsage);
  const parsed = parseClockOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, clockUsage);
  return onDatabase(shell, (db) => carryOutClockOrder({ db, clock: systemClock }, parsed.order));
}
