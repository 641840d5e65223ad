import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { carryOutQuarantineOrder } from "./carry-out-quarantine-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, type Shell } from "./command.ts";
import { parseQuarantineOrder, quarantineUsage } from "./quarantine-order.ts";

/**
 * `npm run quarantine -- …`: forms that were not taken as they came, from the shell, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, quarantineUsage);
  const parsed = parseQuarantineOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, quarantineUsage);
  return onDatabase(shell, async (db, keyRing) => {
    const persons = createPersonKeys(await keyRing());
    return carryOutQuarantineOrder({ db, clock: systemClock, persons }, parsed.order);
  });
}
