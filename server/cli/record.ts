import { access, constants, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { recordAudit } from "#app/audit/audit.server.ts";
import { describeDays } from "#app/compliance/site-export/changes-page.tsx";
import { exportPages } from "#app/compliance/site-export/export-file.ts";
import {
  type ExportedMoment,
  exportSite,
  type ListedFile,
} from "#app/compliance/site-export/export-site.server.ts";
import {
  endOfMinute,
  findMinute,
  findPositionAt,
  findRange,
} from "#app/compliance/archive/find-captures.server.ts";
import {
  findPeriod,
  listPeriodDetails,
  type Period,
  type PeriodDays,
  type PeriodProblem,
} from "#app/compliance/site-export/period.server.ts";
import type { Verification } from "#app/compliance/archive/verify-record.server.ts";
import type { DayRange } from "#app/data/lists/days.server.ts";
import { type ChainEntry, findHash } from "#app/compliance/chains/chain-status.server.ts";
import { verifyAudit, verifySite } from "#app/compliance/chains/verify-chains.server.ts";
import { exportAuditLog, listAuditDayDetails } from "#app/audit/chain/export-audit-log.server.ts";
import type { AuditVerification } from "#app/audit/chain/verify-audit-log.server.ts";
import { createClaimsFiles } from "#app/compliance/claims/export-claims.server.ts";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import { renderAuditPage } from "#app/compliance/records/audit-page.tsx";
import { listEmailFiles } from "#app/compliance/records/export-emails.server.ts";
import { countSentEmails } from "#app/email/delivery/sent-emails.server.ts";
import { createRegistersFiles } from "#app/compliance/records/export-registers.server.ts";
import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { defineCommand, done, failed, parseDay, type Report, type Services } from "./command.ts";

/** `npm run record`: the archive of the site as published, and the hash chains of the archive and of the audit log. */
export const run = defineCommand("record", ({ program, act }) => {
  program.description("Verifies the archive of the site and the audit log, and exports the archive.");
  program
    .command("verify")
    .description("recompute both hash chains, and the hashes of all pages, files and audit events")
    .action(() => act(verify));
  program
    .command("find")
    .description("find the hash of an email or a printout in the chains, and verify its chain")
    .argument("<hash>", "all digits, or the first 12 or more", parseHash)
    .action((hash) => act((services) => find(services, hash)));
  program
    .command("export")
    .description(
      "write the site as it was published into a new folder, with a manifest of hashes, its claims and the registers",
    )
    .argument("<folder>")
    .addOption(
      new Option("--at <time>", "like 2026-03-03T10:00, in the firm’s time zone; now by default")
        .argParser(parseTime)
        .conflicts(["since", "until"]),
    )
    .option(
      "--since <day>",
      "add all versions from this day on, like 2026-01-01, with their changes",
      parseDay,
    )
    .option(
      "--until <day>",
      "add all versions up to and including this day; the site is that of its end",
      parseDay,
    )
    .option("--audit-since <day>", "add the audit log from this day on, like 2026-01-01", parseDay)
    .option("--audit-until <day>", "add the audit log up to and including this day", parseDay)
    .option("--emails", "add the emails sent on the days of the audit log, except those about staff accounts")
    .action((folder, { at, since, until, auditSince: from, auditUntil: to, emails = false }) =>
      act((services) =>
        reportFileProblems(resolve(folder), () =>
          exportAt(services, resolve(folder), { local: at, since, until }, { from, to, emails }),
        ),
      ),
    );
});

function parseTime(text: string): string {
  const [, day = ""] = /^(.{10})T(?:[01]\d|2[0-3]):[0-5]\d$/.exec(text) ?? [];
  if (isDay(day)) return text;
  throw new InvalidArgumentError("Enter a time like 2026-03-03T10:00.");
}

function parseHash(text: string): string {
  const hash = text.toLowerCase();
  if (/^[0-9a-f]{12,64}$/.test(hash)) return hash;
  throw new InvalidArgumentError("Enter at least 12 hexadecimal digits.");
}

async function verify({ db }: Services): Promise<Report> {
  const site = describeSite(await verifySite(db));
  const audit = describeAudit(await verifyAudit(db));
  return combine(site, audit);
}

function combine(...reports: readonly Report[]): Report {
  const text = reports.map((report) => report.text).join("\n");
  return reports.every(({ ok }) => ok) ? done(text) : failed(text);
}

function describeSite({ problems, notices, entries, contents, last }: Verification): Report {
  if (last === undefined && problems.length === 0) return done("Nothing was captured yet.");
  const checked = `${entries} entries and ${contents} contents were checked.`;
  const end = last && `The last entry is ${last.position}, ${formatTime(last.recordedAt)}: ${last.hash}`;
  if (problems.length === 0) return done(toLines([...notices, `The record is intact. ${checked}`, end]));
  return failed(toLines([...problems, ...notices, `The record is not intact. ${checked}`, end]));
}

function describeAudit(result: AuditVerification): Report {
  const { problems, links, events, unsealed, changedEvents, changes, first, last } = result;
  const next = unsealed === 0 ? "" : ` ${unsealed} will be sealed by a running server.`;
  if (last === undefined && problems.length === 0) return done(`No audit events are sealed yet.${next}`);
  const checked = `${links} links and ${events} events were checked.${next}`;
  const lines = [
    ...(changedEvents === 0 ? [] : [`Events changed or removed with a reason: ${changedEvents}.`]),
    ...changes,
    first &&
      `The chain holds from ${formatTime(first.sealedAt)}. It covers earlier events as they were then.`,
    last && `The last link is ${last.position}, ${formatTime(last.sealedAt)}: ${last.hash}`,
  ];
  if (problems.length === 0) return done(toLines([`The audit log is intact. ${checked}`, ...lines]));
  return failed(toLines([...problems, `The audit log is not intact. ${checked}`, ...lines]));
}

function toLines(lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n");
}

async function find({ db }: Services, hash: string): Promise<Report> {
  const found = await findHash(db, hash);
  if (found === undefined) {
    return failed(
      "Neither chain contains this hash. If it was copied correctly, entries were removed or replaced since.",
    );
  }
  const report =
    found.chain === "site" ? describeSite(await verifySite(db)) : describeAudit(await verifyAudit(db));
  return combine(done(describePlace(found)), report);
}

function describePlace({ chain, position, at }: ChainEntry): string {
  return chain === "site"
    ? `This is entry ${position} of the record of the site, recorded on ${formatTime(at)}.`
    : `This is link ${position} of the audit log, sealed on ${formatTime(at)}.`;
}

/** The days of the audit log, and whether to add the emails of these days. */
type AuditDays = Omit<DayRange, "timeZone"> & { emails: boolean };

/** The time of an export, or days whose versions it contains. */
type Choice = PeriodDays & { local: string | undefined };

async function exportAt(
  services: Services,
  folder: string,
  choice: Choice,
  auditDays: AuditDays,
): Promise<Report> {
  const { db, siteUrl, clock } = services;
  if (auditDays.emails && auditDays.from === undefined && auditDays.to === undefined) {
    return failed("Add the days of the emails with --audit-since or --audit-until.");
  }
  if (await hasFiles(folder)) return failed(`${folder} is not empty. Choose a new folder.`);
  const now = clock.now();
  const moment = await findMoment(services, choice, now);
  if (typeof moment === "string") return failed(moment);
  const claims = await createClaimsFiles(db, moment, now);
  const registers = await createRegistersFiles(db, now, { withIncidents: true });
  const days = { ...auditDays, timeZone: practice.timeZone };
  // Before the event of the audit log, because the user may be unable to write there.
  const created = await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK | constants.X_OK);
  await recordBegin(db, moment, { days, emails: auditDays.emails });
  const audit = await addAudit(db, folder, days);
  if (audit === undefined) {
    if (created !== undefined) await rm(created, { recursive: true });
    return failed("The audit log has no sealed events for these days. Choose other days.");
  }
  const additions = [audit];
  if (auditDays.emails) additions.push(await addEmails(db, folder, days));
  const written = additions.flatMap((addition) => addition.written);
  const { pages, files, manifest } = await exportSite(db, {
    folder,
    ...moment,
    exportedAt: now,
    siteUrl,
    attachments: [...claims.files, ...registers],
    pagesWithClaims: claims.pagesWithClaims,
    written,
  });
  await recordAudit(db, {
    action: "record-exported",
    actor: { kind: "shell" },
    details: {
      ...listMomentDetails(moment),
      ...Object.fromEntries(additions.flatMap(({ details = {} }) => Object.entries(details))),
      manifest,
    },
  });
  const { position, at, period } = moment;
  const exported = `Exported ${pages} pages, ${files} files and ${claims.count} claims as published on ${formatTime(at)} (entry ${position}) to ${folder}`;
  const versions =
    period && `Exported all versions ${describeDays(period)}, with their changes in changes.html`;
  return done(
    toLines([
      exported,
      versions,
      ...additions.map(({ text }) => text),
      `The hash of the manifest is ${manifest}`,
    ]),
  );
}

const fileProblemCodes = ["EACCES", "EDQUOT", "EEXIST", "EIO", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"];

/** Reports the problems of the file system that the administrator can solve. Other errors are thrown. */
async function reportFileProblems(folder: string, work: () => Promise<Report>): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : "";
    if (!fileProblemCodes.includes(code)) throw error;
    return failed(
      `The export is not complete, because ${folder} cannot be written (${code}). Name a new folder by its full path, on a disk with free space and in a folder that this user can write to.`,
    );
  }
}

/** Records an export before personal data is written, which stays in the folder if the export is interrupted. */
async function recordBegin(
  db: Services["db"],
  moment: Moment,
  { days, emails }: { days: DayRange; emails: boolean },
): Promise<void> {
  await recordAudit(db, {
    action: "record-export-begun",
    actor: { kind: "shell" },
    details: { ...listMomentDetails(moment), ...listAuditDayDetails(days), emails },
  });
}

type Moment = Pick<ExportedMoment, "position" | "at" | "period">;

function listMomentDetails({ position, at, period }: Moment) {
  return { entry: position, at: at.toISOString(), ...listPeriodDetails(period) };
}

/** @returns the entry to export, or why nothing can be exported */
async function findMoment(
  { db }: Services,
  { local, since, until }: Choice,
  now: Date,
): Promise<{ position: number; at: Date; period?: Period } | string> {
  const range = await findRange(db);
  if (range === undefined) return "Nothing was captured yet.";
  const beforeFirst = `Unknown: the site was first captured on ${formatTime(range.first)}.`;
  if (since !== undefined || until !== undefined) {
    const period = await findPeriod(db, { since, until }, now);
    if (period === "before-first") return beforeFirst;
    if (typeof period === "string") return periodProblems[period];
    return { position: period.position, at: period.endsAt, period };
  }
  const at = local === undefined ? now : await findMinute(db, local);
  if (at === undefined) return "Clocks skip that hour on that day. Choose another time.";
  if (at > endOfMinute(now)) return "That time is in the future.";
  const position = await findPositionAt(db, at, now);
  return position === undefined ? beforeFirst : { position, at };
}

const periodProblems = {
  reversed: "The first day is after the last one.",
  future: "The first day is in the future.",
} as const satisfies Record<Exclude<PeriodProblem, "before-first">, string>;

/** What an export contains besides the site, and how the report and the audit log describe it. */
type Addition = {
  text?: string;
  details?: Readonly<Record<string, string | number>>;
  written: readonly ListedFile[];
};

/** Adds the audit log to an export, if days of it were chosen. @returns undefined if no event of these days is sealed */
async function addAudit(db: Services["db"], folder: string, days: DayRange): Promise<Addition | undefined> {
  if (days.from === undefined && days.to === undefined) return { written: [] };
  const details = listAuditDayDetails(days);
  const links = await exportAuditLog(db, folder, days, (events) => renderAuditPage(events, days));
  if (links === undefined) return undefined;
  const text = `Exported the audit log with links ${links.firstLink} to ${links.lastLink}`;
  return { text, details, written: links.written };
}

async function addEmails(db: Services["db"], folder: string, days: DayRange): Promise<Addition> {
  const emails = await countSentEmails(db, days);
  const written: ListedFile[] = [];
  for await (const { name, content } of listEmailFiles(db, days, withoutKeys)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
    written.push({ file: name, sha256: hashBytes(content) });
  }
  return {
    text: `Emails exported: ${emails}, listed in ${exportPages.emails}`,
    details: { emails },
    written,
  };
}

async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

function formatTime(at: Date): string {
  return momentIn(practice.timeZone, at);
}
