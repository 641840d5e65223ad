import type { PageOfRows } from "#app/platform/page-of-rows.ts";
import type { ListAddress } from "./list-url.ts";
import type { ListState } from "./list-page.tsx";

/** What a page of a list tells of itself, from what was asked and what was found. */
export function listStateOf(
  { query, problems }: Pick<ListAddress<string, string>, "query" | "problems">,
  { rows, hasPrevious, hasNext, isLost }: PageOfRows<{ id: string | number }>,
): ListState {
  const [first] = rows;
  const last = rows.at(-1);
  return {
    query,
    problems,
    hasPrevious,
    hasNext,
    isLost,
    count: rows.length,
    edges:
      first === undefined || last === undefined
        ? undefined
        : { first: String(first.id), last: String(last.id) },
  };
}
