import { pages } from "#app/pages/registry.ts";
import type { PeopleQuery } from "#app/people/lists/people-filter.server.ts";

/** The list of people who match some filters. */
export function peoplePath(query: PeopleQuery): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const params = new URLSearchParams(given);
  return params.size === 0 ? pages.people.path : `${pages.people.path}?${params.toString()}`;
}
