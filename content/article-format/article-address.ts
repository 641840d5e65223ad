/** The path of an article. Its slug is the key of the article in the document `articles`. */
export function articlePath(slug: string): string {
  return articlesBelow + slug;
}

/** The slug in a path below `/blog/`; undefined for all other paths. */
export function findSlug(path: string): string | undefined {
  return path.startsWith(articlesBelow) ? path.slice(articlesBelow.length) : undefined;
}

const articlesBelow = "/blog/";

export const maxSlugLength = 60;

/** Of the form for a new article. */
export const maxNewTitleLength = 120;

/** Addresses that the site itself may need, such as a second page of the list. `constructor` is a property of every object. */
const reservedSlugs: ReadonlySet<string> = new Set([
  "archive",
  "category",
  "constructor",
  "feed",
  "index",
  "new",
  "page",
  "rss",
  "search",
  "tag",
  "topic",
]);

/** Describes why a slug cannot be the address of an article. A slug of digits only would be an index of a list in the editor. */
export function describeSlugMistake(slug: string): string | undefined {
  if (slug.length > maxSlugLength) return `must have at most ${maxSlugLength} characters`;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || !/[a-z]/.test(slug)) {
    return "must consist of lowercase letters, digits and single hyphens, with at least one letter";
  }
  return reservedSlugs.has(slug) ? "is reserved; choose another address" : undefined;
}
