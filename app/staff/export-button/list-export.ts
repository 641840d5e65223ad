import type { AuditAction } from "#app/audit/audit-action.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";

/** A list that can be exported. The raw variant contains the selected columns under their database names. */
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
  nothing: string;
};
