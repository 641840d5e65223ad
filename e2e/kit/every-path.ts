import { articlePaths } from "#app/pages/article-files.server.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";

/** Addresses with a secret in them, and a document of all the others. */
const left: readonly string[] = [
  pages.assessmentResult.path,
  pages.attendee.path,
  pages.letterPreferences.path,
  pages.confirmMailbox.path,
  pages.printPack.path,
];

/** The address of every public page, and one where there is none. */
export const everyPath: readonly string[] = [
  ...registeredPages.map(({ path }) => path).filter((path) => !left.includes(path) && !isOfStaff(path)),
  ...articlePaths(),
];

/** Screens of staff, and of getting in, have their own tests. */
function isOfStaff(path: string): boolean {
  return [pages.auth.path, pages.admin.path].some((start) => path.startsWith(start));
}
