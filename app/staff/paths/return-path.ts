import { pages } from "#app/pages/registry.ts";

/** Names in the address of a screen of getting in where it leads afterwards. */
export const returnParameter = "to";

/**
 * Plain letters only. Whatever a browser reads as another site's address (`//evil`, `/\evil`, a tab in between), or as a step out of the
 * staff area (`..`, `%2e%2e`, `%2f`), has a character that is not among them.
 */
const staffPath = new RegExp(String.raw`^(?<page>${pages.admin.path}(?:/[\w-]+){0,3})(?:\?[\w=&.~%+-]*)?$`);

/** The screens of the staff area; what stands below one of them is an id, or what is done with it. */
const screens: ReadonlySet<string> = new Set(Object.values(pages).map(({ path }) => path));

/**
 * Where somebody is led back to who has proved who they are: a path of the staff area, or its first page where something else is asked
 * for.
 */
export function returnPath(asked: string | null): string {
  return asked !== null && pageIn(asked) !== undefined ? asked : pages.admin.path;
}

/**
 * The same for somebody who signs in: the page alone. What is searched for stands behind its question mark and can be somebody's name,
 * and this address is not theirs alone to read: it stands on a screen that is open to all.
 */
export function returnPage(asked: string | null): string {
  return (asked === null ? undefined : pageIn(asked)) ?? pages.admin.path;
}

/** @returns undefined where it is no path of the staff area */
function pageIn(asked: string): string | undefined {
  const page = staffPath.exec(asked)?.groups?.["page"];
  const screen = page?.split("/").slice(0, 3).join("/");
  return screen !== undefined && screens.has(screen) ? page : undefined;
}
