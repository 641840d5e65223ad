/** Why the audit log of some days was not downloaded. */
export const auditDaysProblems = {
  invalid:
    "Nothing was downloaded. Enter the dates of the audit log, such as 2026-03-03. The first date can’t be after the last one.",
  "no-days": "Nothing was downloaded. To include the emails, enter the dates of the audit log.",
  empty: "Nothing was downloaded. The audit log has no sealed events for these days.",
  large:
    "Nothing was downloaded, because these days have too many events or emails for a download. Choose fewer or later days, or ask the administrator to run the command “record export”.",
} as const;

export type AuditDaysProblem = keyof typeof auditDaysProblems;

export function isAuditDaysProblem(value: string | null): value is AuditDaysProblem {
  return value !== null && Object.hasOwn(auditDaysProblems, value);
}
