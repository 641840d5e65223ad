import { recordAudit } from "#app/audit/audit.server.ts";
import {
  type Clocks,
  findPresentProblem,
  readClocks,
  storeCheck,
} from "#app/data/maintenance/check-clocks.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { ClockOrder } from "./clock-order.ts";
import { done, refused, type Report } from "./command.ts";

/** Shows the clocks or records that an operator has confirmed them. */
export async function carryOutClockOrder(
  deps: { db: DatabaseConnection["db"]; clock: Clock },
  order: ClockOrder,
): Promise<Report> {
  const clocks = await readClocks(deps);
  if (order.kind === "status") return done(describeClocks(clocks));
  if (findPresentProblem(clocks, undefined) !== undefined) {
    return refused(`The two clocks differ: set the wrong one first.\n${describeClocks(clocks)}`);
  }
  const { databaseTime } = clocks;
  if (!daysAround(databaseTime).includes(order.day)) {
    return refused(
      `The clocks do not show ${order.day}: set them first. Nothing was changed.\n${describeClocks(clocks)}`,
    );
  }
  await deps.db.transaction().execute(async (trx) => {
    await storeCheck(trx, databaseTime);
    const details = {
      last: clocks.lastCheckAt?.toISOString() ?? "none",
      confirmed: databaseTime.toISOString(),
    };
    await recordAudit(trx, { action: "clock-confirmed", actor: { kind: "shell" }, details });
  });
  return done("Confirmed. The running servers delete expired data within the hour.");
}

function describeClocks({ databaseTime, serverTime, lastCheckAt }: Clocks): string {
  return [
    `Database clock:       ${databaseTime.toISOString()}`,
    `This machine's clock: ${serverTime.toISOString()}`,
    `Last plausible time:  ${lastCheckAt?.toISOString() ?? "none"}`,
  ].join("\n");
}

/** Whether it is currently this date in any time zone. */
function daysAround(now: Date): string[] {
  return [-12, 0, 14].map((hours) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10));
}
