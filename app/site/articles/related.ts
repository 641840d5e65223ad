import { type Article, articles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";

/** An entry of a reading list: its title and a short description. */
export type ReadingEntry = { path: string; title: string; aside: string };

/**
 * The pages and articles at some paths, to read next.
 * @throws if there is no such page
 */
export function listEntries(paths: readonly string[]): ReadingEntry[] {
  return paths.map((path) => {
    const article = articles.find((each) => each.path === path);
    if (article !== undefined) return entryOf(article);
    const page = registeredPages.find((each) => each.path === path);
    if (page === undefined) throw new Error(`A list of related pages names ${path}, which does not exist`);
    return { path, title: page.title, aside: page.description };
  });
}

/** An article with its date and reading time. */
export function entryOf({ path, title, dateShown, readingMinutes }: Article): ReadingEntry {
  const minutes = readingMinutes === undefined ? "" : ` · ${readingMinutes} min`;
  return { path, title, aside: `${dateShown}${minutes}` };
}
