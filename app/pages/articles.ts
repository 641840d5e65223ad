import { type ParsedArticle, parseArticle } from "#content/article-format/parse-article.ts";
import { type ArticleMistake, describeMistake } from "#content/article-format/article-mistake.ts";
import { parseFrontMatter } from "#content/article-format/front-matter.ts";
import { countInWords } from "#app/platform/text/count-in-words.ts";
import { articlePath, findSlug } from "#content/article-format/article-address.ts";
import { articleSources } from "#content/article-format/article-sources.ts";
import type { ArticleFrontMatter } from "#content/document-schema.ts";
import { fileVersion } from "#content/release/release.ts";
import type { Page } from "./page.ts";
import { pages } from "./registry.ts";

/** An article as a page: its front matter and its path. */
export type Article = Page & ArticleFrontMatter & { slug: string };

/** All articles, in the order of the menu. Browsers have none (`articleSources`). */
export function listArticles(): Article[] {
  return Object.entries(articleSources)
    .map(([slug, source]) => toArticle(slug, readFrontMatter(slug, source)))
    .toSorted((one, other) => one.order - other.order);
}

/** Whether a path is below that of the list of articles, and leads to none of them. */
export function isUnknownArticle(path: string): boolean {
  const slug = findSlug(path);
  return slug !== undefined && !Object.hasOwn(articleSources, slug);
}

/** The paths of all articles, in the order of their slugs. */
export function listArticlePaths(): string[] {
  return Object.keys(articleSources).toSorted().map(articlePath);
}

/** The list of articles, whose description says how many there are. */
export function getArticleIndexPage(): Page {
  const count = Object.keys(articleSources).length;
  const description = pages.blog.description.replace(
    /^Articles/,
    `${countInWords(count)} ${count === 1 ? "article" : "articles"}`,
  );
  return { ...pages.blog, description };
}

/** Returns the article of a route. @throws if there is none */
export function getArticle(path: string): Article {
  const article = listArticles().find((each) => each.path === path);
  if (article === undefined) throw new Error(`There is no article for the route ${path}.`);
  return article;
}

/** Returns the text of an article and its headings. @throws if there is none */
export function getArticleText(slug: string): Pick<ParsedArticle, "tree" | "contents"> {
  const source = Object.hasOwn(articleSources, slug) ? articleSources[slug] : undefined;
  if (source === undefined) throw new Error(`There is no article ${slug}.`);
  return readArticle(slug, source);
}

function toArticle(slug: string, frontMatter: ArticleFrontMatter): Article {
  const page = { path: articlePath(slug), index: true, group: "blog", parent: pages.blog } as const;
  // The build draws the images of its own articles. Others have the image of their list.
  const isInBuild = Object.hasOwn(fileVersion(articleSources), slug);
  return { ...frontMatter, ...page, slug, ...(isInBuild ? {} : { shareImageOf: pages.blog }) };
}

/** More than the articles of several releases, so that a new release does not evict the articles in use. */
const maxRemembered = 200;

const readFrontMatter = rememberBySource<ArticleFrontMatter>((source) => {
  const result = parseFrontMatter(source);
  return result.ok ? result.frontMatter : result.mistakes;
});

const readArticle = rememberBySource<ParsedArticle>((source) => {
  const result = parseArticle(source);
  return result.ok ? result.article : result.mistakes;
});

/**
 * Parses each source once, when it is first needed, and keeps the last results.
 * @throws for a source with mistakes; the build and the publication of a release refuse it
 */
function rememberBySource<Value extends object>(
  parse: (source: string) => Value | readonly ArticleMistake[],
) {
  const known = new Map<string, Value>();
  return (slug: string, source: string): Value => {
    const before = known.get(source);
    if (before !== undefined) return before;
    const result = parse(source);
    if (isMistakes(result)) throw new Error(`Article ${slug}: ${result.map(describeMistake).join("\n")}`);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= maxRemembered) known.delete(oldest);
    known.set(source, result);
    return result;
  };
}

function isMistakes(result: object): result is readonly ArticleMistake[] {
  return Array.isArray(result);
}

/** Sorts articles by date. Of two articles of the same day, the later one in the menu is first. */
export function newestFirst(articles: readonly Article[]): Article[] {
  return articles.toSorted(
    (one, other) => other.published.localeCompare(one.published) || other.order - one.order,
  );
}
