import type { Staff } from "./staff.ts";

/**
 * THE table of what a role may do. It is asked on the server by every loader, action and endpoint of the staff area; what a screen
 * hides is a courtesy. `tests/access` walks every door by it.
 */

/** May this person see who the leads are? Examiners read; they change nothing. */
export function canViewLeads(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff" || staff.role === "examiner";
}

/** May this person take lead data out of the system? */
export function canExportLeads(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** May this person let others in, change what they may do, and show them out? */
export function canManageTeam(staff: Staff): boolean {
  return staff.role === "owner";
}

/** May this person change how they themselves get in? Whoever still waits for approval has nothing to protect yet. */
export function canManageOwnAccount(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff" || staff.role === "examiner";
}
