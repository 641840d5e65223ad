import { pages } from "#app/pages/registry.ts";

/** The query parameter of the sign-in pages that contains the path to return to. */
export const returnParameter = "to";

/**
 * Permits plain characters only. URLs of other sites (`//evil`, `/\evil`, with a tab) and path traversal (`..`, `%2e%2e`, `%2f`) contain a
 * character that is not permitted.
 */
const staffPath = new RegExp(String.raw`^(?<page>${pages.admin.path}(?:/[\w-]+){0,4})(?:\?[\w=&.~%+-]*)?$`);

/** Paths of the screens. Segments below them are ids or actions. */
const screens: ReadonlySet<string> = new Set(Object.values(pages).map(({ path }) => path));

/**
 * The path to return to after re-authentication: the requested staff path, or the dashboard if it is not one.
 */
export function returnPath(requested: string | null): string {
  return requested !== null && pageIn(requested) !== undefined ? requested : pages.admin.path;
}

/**
 * The path to return to after signing in, without the query. A search term can be a name, and the sign-in page shows this URL to anyone.
 */
export function returnPage(requested: string | null): string {
  return (requested === null ? undefined : pageIn(requested)) ?? pages.admin.path;
}

/** @returns undefined if it is not a staff path */
function pageIn(requested: string): string | undefined {
  const page = staffPath.exec(requested)?.groups?.["page"];
  const screen = page?.split("/").slice(0, 3).join("/");
  return screen !== undefined && screens.has(screen) ? page : undefined;
}
