import type { Staff } from "./staff.ts";

/** May this person see who the leads are? Examiners read; they change nothing. */
export function canViewLeads(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff" || staff.role === "examiner";
}

/** May this person take lead data out of the system? */
export function canExportLeads(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}
