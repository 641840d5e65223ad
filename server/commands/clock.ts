import { systemClock } from "#app/platform/clock.ts";
import { carryOutClockOrder } from "./carry-out-clock-order.ts";
import { clockUsage, parseClockOrder } from "./clock-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, type Shell } from "./command.ts";

/**
 * `npm run clock -- …`: the clocks that decide what is deleted, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, clockUsage);
  const parsed = parseClockOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, clockUsage);
  return onDatabase(shell, (db) => carryOutClockOrder({ db, clock: systemClock }, parsed.order));
}
