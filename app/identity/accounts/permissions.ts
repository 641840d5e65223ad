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

/** May this person remove everything that is held about a lead? It cannot be undone. */
export function canEraseLeads(staff: Staff): boolean {
  return staff.role === "owner";
}

/** Whether this person may record that a lead opted out or asked to be contacted again. */
export function canRecordConsent(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** May this person set, change and call off live events, and note who came? */
export function canManageEvents(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** May this person have a letter sent again? */
export function canSendEmails(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** May this person say that what was held back is no spam, or that it is? */
export function canReviewSubmissions(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** May this person read who did what? Examiners come for it. */
export function canReadAudit(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "examiner";
}

/** May this person take the audit log out of the system? It names colleagues, and who came from where. */
export function canExportAudit(staff: Staff): boolean {
  return staff.role === "owner";
}

/** May this person see how database, letters and program fare? */
export function canSeeHealth(staff: Staff): boolean {
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
