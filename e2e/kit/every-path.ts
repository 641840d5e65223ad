import { articlePaths } from "../../app/pages/article-files.server.ts";
import { registeredPages } from "../../app/pages/registered-pages.ts";
import { pages } from "../../app/pages/registry.ts";

/** Pages of staff, addresses with a secret in them, and a document of all the others. */
const left: readonly string[] = [
  pages.auth.path,
  pages.admin.path,
  pages.setUp.path,
  pages.assessmentResult.path,
  pages.eventPlace.path,
  pages.letterPreferences.path,
  pages.printPack.path,
];

/** The address of every public page, and one where there is none. */
export const everyPath: readonly string[] = [
  ...registeredPages.map(({ path }) => path).filter((path) => !left.includes(path)),
  ...articlePaths(),
];
