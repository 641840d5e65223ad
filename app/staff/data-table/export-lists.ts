import { pages } from "#app/pages/registry.ts";

/** The lists that can be taken out as a file. */
export const exportLists = ["assessments", "signups", "visitors", "tracking"] as const;

export type ExportList = (typeof exportLists)[number];

/** With them the audit log, for whoever answers for it. */
export const exportFiles = [...exportLists, "audit"] as const;

export type ExportFile = (typeof exportFiles)[number];

/**
 * URL of each export, for scripts and plain forms. POST returns the raw variant: no byte order mark, no formula guard, UTC times and
 * plain column names.
 */
export function exportPath(list: ExportFile): string {
  return `/api/exports/${list}.csv`;
}

/** What each file’s name begins with (specification section 7). */
export const filePrefixes = {
  assessments: "pre-loi-assessments-",
  signups: "linkedin-live-signups-",
  visitors: "visitors-",
  tracking: "tracking-data-",
  audit: "audit-log-",
} as const satisfies Record<ExportFile, string>;

/** The page that shows the same list, with the same filters. */
export const pageOfList = {
  assessments: pages.assessmentList,
  signups: pages.signupList,
  visitors: pages.visitorList,
  tracking: pages.trackingList,
  audit: pages.auditLog,
} as const satisfies Record<ExportFile, { path: string }>;

/** The header of an export that says how many records it holds. */
export const recordCountHeader = "X-Record-Count";

/** The plural noun for the rows of each list, for captions and buttons. */
export const rowNames = {
  assessments: "assessments",
  signups: "signups",
  visitors: "visitors",
  tracking: "tracking events",
} as const;
