import type { AuditAction } from "#app/audit/audit-action.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";

/** The nouns for the rows of a list: singular and plural, such as “assessment” and “assessments”. */
export type RowNouns = { row: string; rows: string };

/** What an export of a list is called, who may do it, and how it is recorded and reported. */
export type ListExport = {
  permission: (staff: Staff) => boolean;
  /** Start of the file name (specification section 7). */
  filePrefix: string;
  actions: { started: AuditAction; ended: AuditAction };
  /** The dashboard has a button for the whole list. */
  isOnDashboard?: boolean;
  /** Notification after the export, if specification section 8 has its wording. It has the plural for any number. */
  exported?: (records: number) => string;
  /** Notification if there is nothing to export. */
  emptyMessage: string;
};
