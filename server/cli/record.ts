import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { recordAudit } from "#app/audit/audit.server.ts";
import { exportSite } from "#app/compliance/archive/export-site.server.ts";
import {
  endOfMinute,
  findMinute,
  findPositionAt,
  findRange,
} from "#app/compliance/archive/find-captures.server.ts";
import { verifyRecord } from "#app/compliance/archive/verify-record.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { defineCommand, done, failed, type Report, type Services } from "./command.ts";

/** `npm run record`: the archive of the site as published. */
export const run = defineCommand("record", ({ program, act }) => {
  program.description("Verifies and exports the archive of the site as published.");
  program
    .command("verify")
    .description("recompute the hash chain and the hashes of all pages and files")
    .action(() => act(verify));
  program
    .command("export")
    .description("write the site as it was published into a new folder, with a manifest of hashes")
    .argument("<folder>")
    .option("--at <time>", "like 2026-03-03T10:00, in the firm’s time zone; now by default", parseTime)
    .action((folder, { at }) => act((services) => exportAt(services, folder, at)));
});

function parseTime(text: string): string {
  const time = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}Z` : Number.NaN);
  // `Date` reads February 30 as March 2.
  if (!Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError("Give a time like 2026-03-03T10:00.");
}

async function verify({ db }: Services): Promise<Report> {
  const { problems, entries, contents, last } = await verifyRecord(db);
  if (last === undefined) return done("Nothing was captured yet.");
  const checked = `${entries} entries and ${contents} contents were checked.`;
  const end = `The last entry is ${last.position}, ${formatTime(last.recordedAt)}: ${last.hash}`;
  if (problems.length === 0) return done(`The record is intact. ${checked}\n${end}`);
  return failed([...problems, `The record is not intact. ${checked}`, end].join("\n"));
}

async function exportAt(
  { db, siteUrl, clock }: Services,
  given: string,
  local: string | undefined,
): Promise<Report> {
  const folder = resolve(given);
  if (await hasFiles(folder)) return failed(`${folder} is not empty. Choose a new folder.`);
  const now = clock.now();
  const at = local === undefined ? now : await findMinute(db, local);
  if (at === undefined) return failed("Clocks skip that hour on that day. Choose another time.");
  if (at > endOfMinute(now)) return failed("That time has not come yet.");
  const range = await findRange(db);
  const position = await findPositionAt(db, at);
  if (range === undefined) return failed("Nothing was captured yet.");
  if (position === undefined) {
    return failed(`Unknown: the site was first captured on ${formatTime(range.first)}.`);
  }
  const { pages, files } = await exportSite(db, { folder, position, at, siteUrl });
  await recordAudit(db, {
    action: "record-exported",
    actor: { kind: "shell" },
    details: { entry: position, at: at.toISOString() },
  });
  return done(
    `Exported ${pages} pages and ${files} files as published on ${formatTime(at)} (entry ${position}) to ${folder}`,
  );
}

async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch {
    // There is no such folder.
    return false;
  }
}

function formatTime(at: Date): string {
  return momentIn(practice.timeZone, at);
}
