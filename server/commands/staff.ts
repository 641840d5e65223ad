import { hashPassword } from "#app/identity/passwords/hash-password.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { carryOutStaffOrder } from "./carry-out-staff-order.ts";
import { checkStaffOrder } from "./check-staff-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, refused, report, type Shell } from "./command.ts";
import { readPassword, type Terminal } from "./read-password.ts";
import { parseStaffOrder, type StaffOrder, staffUsage } from "./staff-order.ts";

/**
 * `npm run staff -- …`: who may sign in, from the shell, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell & Terminal): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, staffUsage);
  const parsed = parseStaffOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, staffUsage);
  try {
    return await carryOut(parsed.order, shell);
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    return report(shell, refused(error.message));
  }
}

async function carryOut(order: StaffOrder, shell: Shell & Terminal): Promise<number> {
  // What is wrong with the settings is said before anybody types a password.
  const env = readEnv(shell.env);
  const password = order.kind === "add" ? await readPassword(shell) : "";
  const checked = checkStaffOrder(order, password, systemClock);
  if (!checked.ok) return report(shell, refused(checked.problem));
  const siteUrl = env.siteUrl ?? `http://localhost:${env.port}`;
  const passwords = { hash: (chosen: string) => hashPassword(chosen) };
  const around = { siteUrl, passwords, outbox: createOutbox(() => undefined) };
  return onDatabase(shell, (db, keyRing) =>
    carryOutStaffOrder({ db, keyRing, ...around }, checked.order, password),
  );
}
