import { pages } from "#app/pages/registry.ts";

/** Where everything stands that is held about a person. @param leadId of a row that the person made: an assessment or a sign-up */
export function personPath(leadId: string): string {
  return `${pages.people.path}/${leadId}`;
}

/** Where somebody is asked whether they mean it. */
export function erasePath(leadId: string): string {
  return `${personPath(leadId)}/erase`;
}

/** What came of an erasure. */
export const erasedPath = `${pages.people.path}/erased`;

/** The endpoint that hands out what is held about a person, as a file. */
export function personExportPath(leadId: string): string {
  return `/api/people/${leadId}/export`;
}
