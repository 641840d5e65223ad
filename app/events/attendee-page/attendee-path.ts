import { pages } from "#app/pages/registry.ts";

/** In the query string after the details have been saved. */
export const savedParameter = "saved";

/** The secret path of the attendee page, as in the emails. */
export function attendeePath(key: string): string {
  return `${pages.attendee.path}/${key}`;
}
