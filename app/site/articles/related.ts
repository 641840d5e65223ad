import { type Article, articles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";

/** An entry of a reading list: its title and a short description. */
export type ReadingEntry = { path: string; title: string; aside: string };

/** Returns the related pages that an article names. */
export function relatedTo(article: Article): ReadingEntry[] {
  return article.related.map((path) => {
    const other = articles.find((each) => each.path === path);
    if (other !== undefined) return entryOf(other);
    const page = registeredPages.find((each) => each.path === path);
    if (page === undefined) {
      throw new Error(`${article.path} names a related page that does not exist: ${path}`);
    }
    return { path, title: page.title, aside: page.description };
  });
}

/** An article with its date and reading time. */
export function entryOf({ path, title, dateShown, readingMinutes }: Article): ReadingEntry {
  const minutes = readingMinutes === undefined ? "" : ` · ${readingMinutes} min`;
  return { path, title, aside: `${dateShown}${minutes}` };
}
