import { isUnknownArticle, listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { reasonsToRead } from "#content/pages/reasons-to-read.ts";

/** An entry of a reading list: its title and why to read it. */
export type ReadingEntry = { path: string; title: string; aside: string };

/**
 * The pages and articles at some paths, to read next.
 * @throws if there is no such page, unless its path is that of an article
 */
export function listEntries(paths: readonly string[]): ReadingEntry[] {
  const articles = listArticles();
  return paths.flatMap((path) => {
    const article = articles.find((each) => each.path === path);
    const page = article ?? registeredPages.find((each) => each.path === path);
    // A list can still name an article that was withdrawn.
    if (page === undefined && isUnknownArticle(path)) return [];
    if (page === undefined) throw new Error(`A list of related pages names ${path}, which does not exist.`);
    // An article that was written in the browser has a reason only if staff have added one.
    const aside = reasonsToRead[path] ?? article?.summary;
    if (aside === undefined) throw new Error(`content/pages/reasons-to-read.ts does not contain ${path}.`);
    return { path, title: page.title, aside };
  });
}
