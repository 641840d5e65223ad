import { type Article, articles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";

/** An entry of a list of things to read: its title and a line about it. */
export type ReadingEntry = { path: string; title: string; aside: string };

/** Where an article says that its reader should go on. */
export function relatedTo(article: Article): ReadingEntry[] {
  return article.related.map((path) => {
    const other = articles.find((each) => each.path === path);
    if (other !== undefined) return entryOf(other);
    const page = registeredPages.find((each) => each.path === path);
    if (page === undefined) {
      throw new Error(`${article.path} names a related page that is not there: ${path}`);
    }
    return { path, title: page.title, aside: page.description };
  });
}

/** An article with its date and its length. */
export function entryOf({ path, title, dateShown, readingMinutes }: Article): ReadingEntry {
  const minutes = readingMinutes === undefined ? "" : ` · ${readingMinutes} min`;
  return { path, title, aside: `${dateShown}${minutes}` };
}
