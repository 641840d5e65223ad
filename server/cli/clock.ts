import { InvalidArgumentError } from "@commander-js/extra-typings";
import { recordAudit } from "#app/audit/audit.server.ts";
import {
  type Clocks,
  findPresentProblem,
  readClocks,
  storeCheck,
} from "#app/data/maintenance/check-clocks.server.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { defineCommand, done, failed, type Report, type Services } from "./command.ts";

/** `npm run clock`: the clocks that age-based deletion depends on. */
export const run = defineCommand("clock", ({ program, act }) => {
  program.description(
    "Shows or confirms the clocks. Jobs that delete old data stop while a clock is implausible.",
  );
  program.addHelpText("after", '\ndocs/runbook.md, "A clock is wrong", says when to confirm.');
  program
    .command("status")
    .description("show the clocks and the last plausible time")
    .action(() => act(async (services) => done(describeClocks(await readClocks(services)))));
  program
    .command("confirm")
    .description("confirm that the clocks are right")
    .argument("<date>", "today’s date from another source, like 2026-11-22", parseDate)
    .action((date) => act((services) => confirm(services, date)));
});

function parseDate(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError("Give today’s date, like 2026-11-22.");
}

async function confirm({ db, clock }: Services, date: string): Promise<Report> {
  const clocks = await readClocks({ db, clock });
  if (findPresentProblem(clocks, undefined) !== undefined) {
    return failed(`The two clocks differ: set the wrong one first.\n${describeClocks(clocks)}`);
  }
  const { databaseTime, lastCheckAt } = clocks;
  if (!datesAround(databaseTime).includes(date)) {
    return failed(
      `The clocks do not show ${date}: set them first. Nothing was changed.\n${describeClocks(clocks)}`,
    );
  }
  await db.transaction().execute(async (trx) => {
    await storeCheck(trx, databaseTime);
    const details = { last: lastCheckAt?.toISOString() ?? "none", confirmed: databaseTime.toISOString() };
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

/** The current dates in all time zones. */
function datesAround(now: Date): string[] {
  return [-12, 0, 14].map((hours) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10));
}
