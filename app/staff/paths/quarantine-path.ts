import { pages } from "#app/pages/registry.ts";

/** The page of a quarantined submission. */
export function quarantinedPath(id: string): string {
  return `${pages.quarantine.path}/${id}`;
}
