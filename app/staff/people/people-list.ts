import { pages } from "#app/pages/registry.ts";
import type { ListSpecification } from "#app/staff/data-table/list-url.ts";
import { peopleTexts } from "./people.messages.ts";

/** What can be asked of the search for people. */
export const peopleList = {
  path: pages.people.path,
  search: { label: peopleTexts.search, hint: peopleTexts.searchHint },
  hasDays: false,
  filters: {},
  sorts: [{ value: "best", label: "Best first" }],
} as const satisfies ListSpecification;
