import { pages } from "#app/pages/registry.ts";

export function incidentPath(id: number): string {
  return `${pages.incidents.path}/${id}`;
}

/** The file with the people whom an incident affects. */
export function affectedPeoplePath(id: number): string {
  return `/api/incidents/${id}/people`;
}
