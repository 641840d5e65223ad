import { pages } from "#app/pages/registry.ts";

/** Says in the address that the choice was just saved. */
export const savedParameter = "saved";

/** The private address at which the recipient of a letter says which letters are wanted. */
export function preferencesPath(key: string): string {
  // A key from outside can be anything, and this goes into a header.
  return `${pages.letterPreferences.path}/${encodeURIComponent(key)}`;
}
