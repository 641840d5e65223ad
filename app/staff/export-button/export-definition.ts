import type { AuditAction } from "#app/audit/audit-action.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";

/** What an export of a list is called, who may do it, and how it is recorded and reported. */
export type ListExport = {
  permission: (staff: Staff) => boolean;
  /** Start of the file name (specification section 7). */
  filePrefix: string;
  actions: { started: AuditAction; ended: AuditAction };
  /** The dashboard has a button for the whole list. */
  isOnDashboard?: boolean;
  /** Notification after the export (specification section 8). */
  exported: (records: number) => string;
  /** Notification if there is nothing to export. */
  emptyMessage: string;
};
