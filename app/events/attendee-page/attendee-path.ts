import { pages } from "#app/pages/registry.ts";

/** Says in the address that details were just saved. */
export const savedParameter = "saved";

/** The private address of a place, as it stands in its letters. */
export function attendeePath(key: string): string {
  return `${pages.eventPlace.path}/${key}`;
}
