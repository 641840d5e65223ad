import { matchesPattern, type PathPattern } from "./path-pattern.ts";

/**
 * Creates a function that finds a page by its path without calling React Router for other paths than those with parameters. React Router
 * compiles every route pattern for each match, which takes 0.3 ms of the main thread.
 * @param known the pages at paths without parameters
 * @param patterns paths with parameters, such as `/confirm/:token`
 * @param match calls React Router
 */
export function createPageLookup<Page>(
  { known, patterns }: { known: ReadonlyMap<string, Page>; patterns: readonly string[] },
  match: (path: string) => Page,
  unknown: Page,
): (path: string) => Page {
  const split = patterns.map((pattern): PathPattern => pattern.split("/"));
  /** The pipeline looks up the path of a request several times. */
  let last: { path: string; page: Page } | undefined;
  return (path) => {
    const page = known.get(path);
    if (page !== undefined) return page;
    const segments = path.split("/");
    if (!split.some((pattern) => matchesPattern(pattern, segments))) return unknown;
    if (last?.path !== path) last = { path, page: match(path) };
    return last.page;
  };
}
