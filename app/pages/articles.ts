import { type ParsedArticle, parseArticle } from "#content/article-format/parse-article.ts";
import { describeMistake } from "#content/article-format/article-mistake.ts";
import { articleSources } from "#content/article-format/article-sources.ts";
import type { ArticleFrontMatter } from "#content/document-schema.ts";
import { type Page, pages } from "./registry.ts";

/** An article as a page: its front matter and its path. */
export type Article = Page & ArticleFrontMatter & { slug: string };

/** All articles, in the order of the menu. Browsers have none (`articleSources`). */
export function listArticles(): Article[] {
  return Object.entries(articleSources)
    .map(([slug, source]) => toArticle(slug, readSource(slug, source).frontMatter))
    .toSorted((one, other) => one.order - other.order);
}

/** Returns the article of a route. @throws if there is none */
export function getArticle(path: string): Article {
  const article = listArticles().find((each) => each.path === path);
  if (article === undefined) throw new Error(`There is no article for the route ${path}`);
  return article;
}

/** Returns the text of an article and its headings. @throws if there is none */
export function getArticleText(slug: string): Pick<ParsedArticle, "tree" | "contents"> {
  const source = Object.hasOwn(articleSources, slug) ? articleSources[slug] : undefined;
  if (source === undefined) throw new Error(`There is no article ${slug}`);
  return readSource(slug, source);
}

function toArticle(slug: string, frontMatter: ArticleFrontMatter): Article {
  return { ...frontMatter, slug, path: `/blog/${slug}`, index: true, group: "blog", parent: pages.blog };
}

/** More than the articles of two releases, so that a change of the release does not evict the articles in use. */
const maxParsed = 200;

/** Parsing takes about ten milliseconds, so each source is parsed once, when a page first needs it. */
const parsed = new Map<string, ParsedArticle>();

function readSource(slug: string, source: string): ParsedArticle {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const result = parseArticle(source);
  if (!result.ok) {
    throw new Error(`content/articles/${slug}.mdx: ${result.mistakes.map(describeMistake).join("\n")}`);
  }
  const [oldest] = parsed.keys();
  if (oldest !== undefined && parsed.size >= maxParsed) parsed.delete(oldest);
  parsed.set(source, result.article);
  return result.article;
}
