import { isDay } from "#app/platform/calendar/is-day.ts";
import { downloadFields } from "#app/staff/paths/record-path.ts";
import { auditDaysProblems, isAuditDaysProblem } from "./audit-days.messages.ts";
import { isPeriodProblem, periodProblems } from "./period.messages.ts";

type DayField = "versionsSince" | "versionsUntil" | "auditSince" | "auditUntil";

/** What the form of the download shows after an identity check or an error. */
export type PackageQuery = {
  /** Like 2026-03-03, or empty. */
  days: Readonly<Record<DayField, string>>;
  withEmails: boolean;
  /** Whether the form was sent before. */
  isReturn: boolean;
  /** Why nothing was downloaded. */
  problem: string | undefined;
};

/** Reads the parameters of the record's URL. Invalid days are left out. */
export function readPackageQuery(params: URLSearchParams): PackageQuery {
  const read = (name: string): string => {
    const day = params.get(name) ?? "";
    return isDay(day) ? day : "";
  };
  const [audit, period] = [params.get("audit"), params.get("period")];
  const days = {
    versionsSince: read(downloadFields.versionsSince),
    versionsUntil: read(downloadFields.versionsUntil),
    auditSince: read(downloadFields.auditSince),
    auditUntil: read(downloadFields.auditUntil),
  };
  return {
    days,
    withEmails: params.has(downloadFields.emails),
    isReturn: Object.values(days).some((day) => day !== ""),
    problem: isAuditDaysProblem(audit)
      ? auditDaysProblems[audit]
      : isPeriodProblem(period)
        ? periodProblems[period]
        : undefined,
  };
}
