import { pages } from "#app/pages/registry.ts";

/** Where everything stands that is held about a person. @param leadId of a row that the person made: an assessment or a sign-up */
export function personPath(leadId: string): string {
  return `${pages.people.path}/${leadId}`;
}
