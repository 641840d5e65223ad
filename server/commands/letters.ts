import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { carryOutLettersOrder } from "./carry-out-letters-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, type Shell } from "./command.ts";
import { lettersUsage, parseLettersOrder } from "./letters-order.ts";

/**
 * `npm run letters -- …`: what became of letters, from the shell, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, lettersUsage);
  const parsed = parseLettersOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, lettersUsage);
  return onDatabase(shell, async (db, keyRing) => {
    const persons = createPersonKeys(await keyRing());
    return carryOutLettersOrder({ db, persons }, parsed.order);
  });
}
