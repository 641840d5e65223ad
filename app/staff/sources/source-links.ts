import { pages } from "#app/pages/registry.ts";
import type { TouchPosition } from "#app/people/lists/people-filter.server.ts";
import type { Period } from "#app/people/sources/periods.ts";
import type { Dimension } from "#app/people/sources/source-counts.ts";
import { noSource } from "#app/people/sources/source-report.ts";

/** Filters of the list of people that narrow a source down to those who are counted. */
export type StageFilter = Readonly<Partial<Record<"stage" | "level" | "traffic", string>>>;

/** The people of a source. `name` is null without one, and undefined for all sources. */
export type LinkedPeople = { by: Dimension; touch: TouchPosition; period: Period; name?: string | null };

/** The list of people with the filters of a number. It has exactly as many people. */
export function peopleLink({ by, touch, period, name }: LinkedPeople, filters: StageFilter = {}): string {
  const source = name === undefined ? {} : { [by]: name ?? noSource, touch };
  const params = new URLSearchParams({ ...period, ...source, ...filters });
  return `${pages.people.path}?${params.toString()}`;
}
