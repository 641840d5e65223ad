import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { auditUsage, parseAuditOrder } from "./audit-order.ts";
import { carryOutAuditOrder } from "./carry-out-audit-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, type Shell } from "./command.ts";

/**
 * `npm run audit -- …`: who did what, from the shell, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, auditUsage);
  const parsed = parseAuditOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, auditUsage);
  return onDatabase(shell, (db, keyRing) => {
    const persons = async () => createPersonKeys(await keyRing());
    return carryOutAuditOrder({ db, persons }, parsed.order);
  });
}
