import { listAuditDayDetails, prepareAuditLog } from "#app/audit/chain/export-audit-log.server.ts";
import { renderAuditPage } from "#app/compliance/records/audit-page.tsx";
import { listEmailFiles } from "#app/compliance/records/export-emails.server.ts";
import { countSentEmails } from "#app/email/delivery/sent-emails.server.ts";
import type { ExportFile } from "#app/compliance/site-export/export-file.ts";
import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { type DayField, emailsField } from "#app/staff/paths/record-path.ts";
import { practice } from "#content/practice.ts";
import type { AuditDaysProblem } from "./audit-days.messages.ts";

type Db = Parameters<typeof prepareAuditLog>[0];
type AuditExport = NonNullable<Awaited<ReturnType<typeof prepareAuditLog>>>;

/** The days of the audit log that a download shall contain, both inclusive, and whether it shall contain the emails of these days. */
export type AuditDays = { from?: string; to?: string; withEmails: boolean };

/** What a download contains besides the site, and how the audit log describes it. */
export type AuditPart = {
  files: AsyncIterable<ExportFile>;
  details: Readonly<Record<string, string | number>>;
};

/** The ZIP file is complete in memory before it is sent: about 30 MB for each of both. The command line has no limit. */
const maxSeals = 100_000;
const maxEmails = 2_000;

/** Reads the days in the form. @returns undefined without days: the download then has no audit log */
export function readAuditDays(form: FormData): AuditDays | "invalid" | "no-days" | undefined {
  const [from, to] = (["auditSince", "auditUntil"] as const satisfies DayField[]).map((name) => {
    const value = form.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  });
  const withEmails = form.has(emailsField);
  if (from === undefined && to === undefined) return withEmails ? "no-days" : undefined;
  if (![from, to].every((day) => day === undefined || isDay(day))) return "invalid";
  if (from !== undefined && to !== undefined && from > to) return "invalid";
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }), withEmails };
}

/** @returns the audit log of the chosen days and the emails, or the reason why a download cannot contain them */
export async function findAuditPart(db: Db, days: AuditDays): Promise<AuditPart | AuditDaysProblem> {
  const { withEmails, ...range } = days;
  const inZone = { ...range, timeZone: practice.timeZone };
  const prepared = await prepareAuditLog(db, inZone, (events) => renderAuditPage(events, range));
  if (prepared === undefined) return "empty";
  const emails = withEmails ? await countSentEmails(db, inZone) : 0;
  if (prepared.seals > maxSeals || emails > maxEmails) return "large";
  async function* listFiles(files: AuditExport["files"]): AsyncGenerator<ExportFile> {
    for (const { name, lines } of files) {
      const parts: string[] = [];
      for await (const line of lines) parts.push(line);
      yield { name, content: Buffer.from(parts.join("")) };
    }
    if (withEmails) yield* listEmailFiles(db, inZone, withoutKeys);
  }
  return {
    files: listFiles(prepared.files),
    details: {
      ...listAuditDayDetails(range),
      ...(withEmails && { emails }),
    },
  };
}
