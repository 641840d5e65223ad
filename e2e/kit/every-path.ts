import { articlePaths } from "#tests/kit/article-files.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";

/** Paths with a secret, and a document that contains all other pages. */
const omitted: readonly string[] = [
  pages.assessmentResult.path,
  pages.attendee.path,
  pages.letterPreferences.path,
  pages.confirmMailbox.path,
  pages.printPack.path,
];

/** The paths of all public pages, and one without a page. */
export const everyPath: readonly string[] = [
  ...registeredPages.map(({ path }) => path).filter((path) => !omitted.includes(path) && !isStaffPath(path)),
  ...articlePaths(),
];

/** Staff and sign-in screens have their own tests. */
function isStaffPath(path: string): boolean {
  return [pages.auth.path, pages.admin.path].some((start) => path.startsWith(start));
}
