import type { Article } from "#app/pages/articles.ts";

/** Sorts articles by date. Of two articles of the same day, the later one in the menu is first. */
export function newestFirst(articles: readonly Article[]): Article[] {
  return articles.toSorted(
    (one, other) => other.published.localeCompare(one.published) || other.order - one.order,
  );
}
