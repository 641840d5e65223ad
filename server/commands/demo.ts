import { systemClock } from "#app/platform/clock.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { seedEvents } from "#app/events/management/seed-events.server.ts";
import { practice } from "#content/practice.ts";
import { carryOutDemoOrder } from "./carry-out-demo-order.ts";
import { asksForHelp, explain, onDatabase, printUsage, type Shell } from "./command.ts";
import { demoUsage, parseDemoOrder } from "./demo-order.ts";

/**
 * `npm run demo`: a year of invented data to look at the staff area with, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  if (asksForHelp(args)) return printUsage(shell, demoUsage);
  const parsed = parseDemoOrder(args);
  if (!parsed.ok) return explain(shell, parsed.problem, demoUsage);
  return onDatabase(shell, async (db) => {
    const { siteUrl, port } = readEnv(shell.env);
    // As the first start of the server would: it leaves a database alone in which there are events.
    if (practice.sample) await seedEvents({ db, clock: systemClock });
    const given = { db, now: systemClock.now(), siteUrl: siteUrl ?? `http://localhost:${port}` };
    return carryOutDemoOrder(given, parsed.order);
  });
}
