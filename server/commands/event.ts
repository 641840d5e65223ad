import { systemClock } from "#app/platform/clock.ts";
import { carryOutEventOrder } from "./carry-out-event-order.ts";
import { checkEventOrder } from "./check-event-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, refused, report, type Shell } from "./command.ts";
import { eventUsage, parseEventOrder } from "./event-order.ts";

/**
 * `npm run event -- …`: the live events, from the shell, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, eventUsage);
  const parsed = parseEventOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, eventUsage);
  const checked = checkEventOrder(parsed.order);
  if (!checked.ok) return report(shell, refused(checked.problem));
  return onDatabase(shell, (db) => carryOutEventOrder({ db, clock: systemClock }, checked.order));
}
