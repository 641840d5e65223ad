import { pages } from "#app/pages/registry.ts";

/** The query parameter that displays the “Saved” notice. */
export const savedParameter = "saved";

/** The private URL of the preference page. */
export function preferencesPath(key: string): string {
  // A key from a request can contain any character, and the path is used in a header.
  return `${pages.letterPreferences.path}/${encodeURIComponent(key)}`;
}
