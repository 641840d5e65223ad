import { pages } from "#app/pages/registry.ts";

/** The page of a person. @param leadId id of any assessment or sign-up of the person */
export function personPath(leadId: string): string {
  return `${pages.people.path}/${leadId}`;
}

export function erasePath(leadId: string): string {
  return `${personPath(leadId)}/erase`;
}

export const erasedPath = `${pages.people.path}/erased`;

/** The endpoint that exports the person’s data as a file. */
export function personExportPath(leadId: string): string {
  return `/api/people/${leadId}/export`;
}
