import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { carryOutPersonOrder } from "./carry-out-person-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, type Shell } from "./command.ts";
import { rewriteFiles } from "./rewrite-files.ts";
import { parsePersonOrder, personUsage } from "./person-order.ts";

/**
 * `npm run person -- …`: what is held about one person, from the shell, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, personUsage);
  const parsed = parsePersonOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, personUsage);
  return onDatabase(shell, async (db, keyRing, pool) => {
    const persons = createPersonKeys(await keyRing());
    if (parsed.order.kind === "rewrite") return rewriteFiles({ db, pool });
    return carryOutPersonOrder({ db, clock: systemClock, persons }, parsed.order);
  });
}
