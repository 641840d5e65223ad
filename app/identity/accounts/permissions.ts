import type { Staff } from "./staff.ts";

/**
 * The permissions of each role. Every staff loader, action and endpoint checks one of these functions on the server; hidden buttons are a
 * convenience. `tests/access` checks every endpoint.
 */

/** View leads. Examiners have read-only access, and only if an owner has granted it. */
export function canViewLeads(staff: Staff): boolean {
  if (staff.role === "examiner") return staff.mayViewLeads;
  return staff.role === "owner" || staff.role === "staff";
}

/** Export leads. */
export function canExportLeads(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Erase everything about a lead, which cannot be undone. */
export function canEraseLeads(staff: Staff): boolean {
  return staff.role === "owner";
}

/** Follow up on leads: record calls, notes, next steps and owners, and that a lead opted out or asked to be contacted again. */
export function canFollowUp(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Schedule, change and cancel live events, and record attendance. */
export function canManageEvents(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Resend emails, and send messages to the people of an event. */
export function canSendEmails(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Accept or delete quarantined submissions. */
export function canReviewSubmissions(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Read the audit log, which is part of an examination. */
export function canReadAudit(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "examiner";
}

/** Export the audit log, which contains colleagues' names and network addresses. */
export function canExportAudit(staff: Staff): boolean {
  return staff.role === "owner";
}

/** Read the archive of the site and the register of its claims, which are part of an examination. They contain no data of leads. */
export function canReadRecord(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff" || staff.role === "examiner";
}

/** Decide whether the evidence of a claim on the site suffices, for which the firm is responsible. */
export function canDecideClaims(staff: Staff): boolean {
  return staff.role === "owner";
}

/** Enter the dates of regulatory documents, legal holds, testimonials and promoters. */
export function canManageRecords(staff: Staff): boolean {
  return staff.role === "owner";
}

/** Read the log of complaints and incidents, which an examination asks for. */
export function canReadIncidents(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "examiner";
}

/** Add a complaint to the log, without reading the others. */
export function canLogComplaints(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Open the screen of the log, which shows entries only to those who can read them. */
export function canOpenIncidentLog(staff: Staff): boolean {
  return canReadIncidents(staff) || canLogComplaints(staff);
}

/** Add to the log of complaints and incidents, and find the people whom an incident affects. */
export function canManageIncidents(staff: Staff): boolean {
  return staff.role === "owner";
}

/** Change the words of the site, and submit changes for approval. */
export function canEditContent(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Approve and publish changes of the site, for which the firm is responsible. */
export function canApproveContent(staff: Staff): boolean {
  return staff.role === "owner";
}

/** View the health screen. */
export function canSeeHealth(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Choose which other systems receive leads. */
export function canManageIntegrations(staff: Staff): boolean {
  return staff.role === "owner";
}

/** Send events to other systems again. */
export function canReplayDeliveries(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff";
}

/** Approve, invite, change and remove accounts. */
export function canManageTeam(staff: Staff): boolean {
  return staff.role === "owner";
}

/** Change one's own credentials. Pending accounts have no access to protect yet. */
export function canManageOwnAccount(staff: Staff): boolean {
  return staff.role === "owner" || staff.role === "staff" || staff.role === "examiner";
}
