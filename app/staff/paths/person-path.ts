import { pages } from "#app/pages/registry.ts";

/** The page of a person. @param leadId id of any assessment or sign-up of the person, or of the record of a person whom staff added */
export function personPath(leadId: string): string {
  return `${pages.people.path}/${leadId}`;
}

/** Adds a person without a form. */
export const newPersonPath = `${pages.people.path}/new`;

/** Changes the contact details of a person. */
export function contactPath(leadId: string): string {
  return `${personPath(leadId)}/contact`;
}

export function erasePath(leadId: string): string {
  return `${personPath(leadId)}/erase`;
}

/**
 * Merges two records, and undoes a merge.
 * @param otherLeadId a form of the person whose record moves into that of the first
 */
export function mergePath(leadId: string, otherLeadId?: string): string {
  return `${personPath(leadId)}/merge${otherLeadId === undefined ? "" : `?with=${otherLeadId}`}`;
}

export const erasedPath = `${pages.people.path}/erased`;

/** The endpoint that exports the person’s data as a file. */
export function personExportPath(leadId: string): string {
  return `/api/people/${leadId}/export`;
}

/** Receives the search in the header. */
export const findPersonPath = `${pages.people.path}/find`;

/** The form for outcomes and notes on the page of a person. */
export const followUpAnchor = "follow-up";
