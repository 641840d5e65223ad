import { articlePaths } from "../../app/pages/article-files.server.ts";
import { pages, type Page } from "../../app/pages/registry.ts";

const registered: readonly Page[] = Object.values(pages);

/** Pages of staff, addresses with a secret in them, a document of all the others, and one that is still to come. */
const left: readonly string[] = [
  pages.auth.path,
  pages.admin.path,
  pages.setUp.path,
  pages.assessmentResult.path,
  pages.printPack.path,
  pages.eventSignup.path,
];

/** The address of every public page, and one where there is none. */
export const everyPath: readonly string[] = [
  ...registered.map(({ path }) => path).filter((path) => !left.includes(path)),
  ...articlePaths(),
];
