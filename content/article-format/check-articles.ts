import type { Nodes } from "hast";
import { findSlug, describeSlugMistake } from "./article-address.ts";
import { describeMistake } from "./article-mistake.ts";
import { type ParsedArticle, parseArticle } from "./parse-article.ts";

/**
 * Checks all articles together: their addresses, their sources, and that links between them lead to an article.
 * @param sources the articles by slug
 */
export function checkArticles(
  sources: Readonly<Record<string, string>>,
): { slug: string; message: string }[] {
  return Object.entries(sources).flatMap(([slug, source]) =>
    checkArticle(slug, source, sources).map((message) => ({ slug, message })),
  );
}

function checkArticle(slug: string, source: string, all: Readonly<Record<string, string>>): string[] {
  const address = describeSlugMistake(slug);
  const result = parseArticle(source);
  return [
    ...(address === undefined ? [] : [`has an address that ${address}`]),
    ...(result.ok ? describeBrokenLinks(result.article, all) : result.mistakes.map(describeMistake)),
  ];
}

function describeBrokenLinks(article: ParsedArticle, all: Readonly<Record<string, string>>): string[] {
  const linked = [...article.frontMatter.related, ...listLinks(article.tree)];
  const broken = linked.filter((path) => {
    const slug = findSlug(path.replace(/[?#].*$/s, ""));
    return slug !== undefined && !slug.includes(".") && !Object.hasOwn(all, slug);
  });
  return [...new Set(broken)].map((path) => `links to ${path}, where there is no article`);
}

function listLinks(node: Nodes): string[] {
  const href = node.type === "element" ? node.properties["href"] : undefined;
  const inner = "children" in node ? node.children.flatMap(listLinks) : [];
  return typeof href === "string" ? [href, ...inner] : inner;
}
