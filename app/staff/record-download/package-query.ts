import { isDay } from "#app/platform/calendar/is-day.ts";
import { type DayField, emailsField } from "#app/staff/paths/record-path.ts";
import { auditDaysProblems, isAuditDaysProblem } from "./audit-days.messages.ts";
import { isPeriodProblem, periodProblems } from "./period.messages.ts";

/** What the download form shows after step-up authentication or an error. */
export type PackageQuery = {
  /** Like 2026-03-03, or empty. */
  days: Readonly<Record<DayField, string>>;
  withEmails: boolean;
  /** Whether the form was sent before. */
  isRestored: boolean;
  /** Why nothing was downloaded. */
  problem: string | undefined;
};

/** Reads the parameters of the record's URL. Invalid days are left out. */
export function readPackageQuery(params: URLSearchParams): PackageQuery {
  const read = (name: DayField): string => {
    const day = params.get(name) ?? "";
    return isDay(day) ? day : "";
  };
  const days = {
    versionsSince: read("versionsSince"),
    versionsUntil: read("versionsUntil"),
    auditSince: read("auditSince"),
    auditUntil: read("auditUntil"),
  };
  const withEmails = params.has(emailsField);
  const isRestored = withEmails || Object.values(days).some((day) => day !== "");
  return { days, withEmails, isRestored, problem: findProblem(params) };
}

function findProblem(params: URLSearchParams): string | undefined {
  const [audit, period] = [params.get("audit"), params.get("period")];
  if (isAuditDaysProblem(audit)) return auditDaysProblems[audit];
  return isPeriodProblem(period) ? periodProblems[period] : undefined;
}
