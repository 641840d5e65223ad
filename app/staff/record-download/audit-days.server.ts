import { prepareAuditLog } from "#app/audit/chain/export-audit-log.server.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { auditDayFields } from "#app/staff/paths/record-path.ts";
import { practice } from "#content/practice.ts";
import type { AuditDaysProblem } from "./audit-days.messages.ts";

type Db = Parameters<typeof prepareAuditLog>[0];
type AuditFiles = NonNullable<Awaited<ReturnType<typeof prepareAuditLog>>>["files"];

/** The days of the audit log that a download shall contain, both inclusive. */
export type AuditDays = { from?: string; to?: string };

/** The ZIP file is complete in memory before it is sent: about 30 MB. The command line has no limit. */
const maxSeals = 100_000;

/** Reads the days in the form. @returns undefined without days: the download then has no audit log */
export function readAuditDays(form: FormData): AuditDays | "invalid" | undefined {
  const [from, to] = [auditDayFields.since, auditDayFields.until].map((name) => {
    const value = form.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  });
  if (from === undefined && to === undefined) return undefined;
  if (![from, to].every((day) => day === undefined || isDay(day))) return "invalid";
  if (from !== undefined && to !== undefined && from > to) return "invalid";
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** @returns the files of the audit log for an export, or the reason why the export cannot contain them */
export async function findAuditFiles(db: Db, days: AuditDays): Promise<AuditFiles | AuditDaysProblem> {
  const prepared = await prepareAuditLog(db, { ...days, timeZone: practice.timeZone });
  if (prepared === undefined) return "empty";
  return prepared.seals > maxSeals ? "large" : prepared.files;
}
