import { pages } from "#app/pages/registry.ts";

/** Names in the address of `/auth/prove` where it leads afterwards. */
export const returnParameter = "to";

/**
 * Plain letters only. Whatever a browser reads as another site's address (`//evil`, `/\evil`, a tab in between), or as a step out of the
 * staff area (`..`, `%2e%2e`, `%2f`), has a character that is not among them.
 */
const staffPath = new RegExp(String.raw`^${pages.admin.path}(?:/[\w-]+)*(?:\?[\w=&.~%+-]*)?$`);

/** Where somebody is led back to: a path of the staff area, or its first page where something else is asked for. */
export function returnPath(asked: string | null): string {
  return asked !== null && staffPath.test(asked) ? asked : pages.admin.path;
}
