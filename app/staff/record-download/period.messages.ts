import type { PeriodProblem } from "#app/compliance/site-export/period.server.ts";

/** Why the versions of some days were not downloaded. */
export const periodProblems = {
  invalid: "Nothing was downloaded. Enter the dates of the versions, such as 2026-03-03.",
  reversed: "Nothing was downloaded. The first date for versions is after the last one.",
  future: "Nothing was downloaded. The first day of the versions is in the future.",
  "before-first": "Nothing was downloaded. The site was first captured after this period.",
  large:
    "Nothing was downloaded, because these days have too many versions for a download. Choose fewer days, or ask the administrator to run the command “record export”.",
} as const satisfies Record<PeriodProblem | "invalid" | "large", string>;

export type PeriodDownloadProblem = keyof typeof periodProblems;

export function isPeriodProblem(value: string | null): value is PeriodDownloadProblem {
  return value !== null && Object.hasOwn(periodProblems, value);
}
