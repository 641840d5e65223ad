/** Why the audit log of some days was not downloaded. */
export const auditDaysProblems = {
  invalid:
    "Nothing was downloaded. Enter the days of the audit log like 2026-03-03, the first one no later than the last one.",
  "no-days":
    "Nothing was downloaded. Enter the days of the audit log, which are those of the emails as well.",
  empty: "Nothing was downloaded. The audit log has no sealed events of these days.",
  large:
    "Nothing was downloaded, because these days have too many events or emails for a download. Choose later or fewer days, or ask the administrator to run “npm run record -- export”.",
} as const;

export type AuditDaysProblem = keyof typeof auditDaysProblems;

export function isAuditDaysProblem(value: string | null): value is AuditDaysProblem {
  return value !== null && Object.hasOwn(auditDaysProblems, value);
}
