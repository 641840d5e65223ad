import { connectDatabase } from "#app/data/connect.server.ts";
import { migrate } from "#app/data/migrate.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { carryOutStaffOrder, type Report } from "./carry-out-staff-order.ts";
import { checkStaffOrder } from "./check-staff-order.ts";
import { readPassword, type Terminal } from "./read-password.ts";
import { parseStaffOrder, type StaffOrder, staffUsage } from "./staff-order.ts";

type Shell = Terminal & {
  stdout: NodeJS.WritableStream;
  env: Readonly<Record<string, string | undefined>>;
};

/**
 * `npm run staff -- …`: who may sign in, from the shell, whether the server runs or not.
 * @returns the exit code: 0 done, 1 refused or impossible, 2 not understood
 */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  const parsed = parseStaffOrder(args);
  if (!parsed.ok) {
    shell.stderr.write(`${parsed.problem}\n${staffUsage}\n`);
    return 2;
  }
  try {
    const report = await carryOut(parsed.order, shell);
    (report.ok ? shell.stdout : shell.stderr).write(`${report.text}\n`);
    return report.ok ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    shell.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function carryOut(order: StaffOrder, shell: Shell): Promise<Report> {
  const env = readEnv(shell.env);
  const password = order.kind === "add" ? await readPassword(shell) : "";
  const checked = checkStaffOrder(order, password);
  if (!checked.ok) return { ok: false, text: checked.problem };

  const log = createLog({ level: "warn", write: (line) => shell.stderr.write(line) });
  const database = await connectDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    log,
    purpose: "command",
    maxConnections: 2,
  });
  try {
    // The first command may come before the first start of the server.
    await migrate({ pool: database.pool, log });
    return await carryOutStaffOrder(database.db, checked.order, password);
  } finally {
    await database.close();
  }
}
