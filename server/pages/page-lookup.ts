import type { RouteObject } from "react-router";
import { matchesPattern, type PathPattern } from "./path-pattern.ts";

/**
 * Creates a function that finds a page by its path without calling React Router for unknown paths. React Router compiles every route
 * pattern for each match, which takes 0.3 ms of the main thread.
 * @param find calls React Router; called once for each path without parameters, on its first request, because all paths together would
 * delay the start
 */
export function createPageLookup<Page>(
  routes: readonly RouteObject[],
  find: (path: string) => Page,
  unknown: Page,
): (path: string) => Page {
  const paths = listPaths(routes, "");
  const staticPaths = new Set(paths.filter((path) => !path.includes(":")));
  const pages = new Map<string, Page>();
  const patterns = paths.filter((path) => path.includes(":")).map((path): PathPattern => path.split("/"));
  return (path) => {
    const page = pages.get(path);
    if (page !== undefined) return page;
    if (staticPaths.has(path)) {
      const found = find(path);
      pages.set(path, found);
      return found;
    }
    const segments = path.split("/");
    return patterns.some((pattern) => matchesPattern(pattern, segments)) ? find(path) : unknown;
  };
}

/** The paths of all pages, except for the pattern that matches every path. */
export function listPaths(routes: readonly RouteObject[], parent: string): string[] {
  return routes.flatMap((route) => {
    if (route.path === "*") return [];
    // Layouts have no path, and the path of the root is empty.
    const path = (route.path ?? "") === "" ? parent : `${parent}/${route.path}`;
    return route.children === undefined || route.children.length === 0
      ? [path === "" ? "/" : path]
      : listPaths(route.children, path);
  });
}
