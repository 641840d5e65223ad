import { isRecord, type Json } from "#app/publishing/documents/json.ts";
import { articlePath } from "#content/article-format/article-address.ts";
import { parseFrontMatter } from "#content/article-format/front-matter.ts";
import { contentPages, documentPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";
import type { ContentDocument } from "#content/validation/documents.ts";
import { siteDocuments, type DocumentName } from "#app/publishing/documents/site-documents.server.ts";

/**
 * The pages that display a document, the one to look at first at the beginning.
 * @param document the version to display, which decides which articles exist
 */
export function listPreviewPages(name: DocumentName, document: Json): { path: string; title: string }[] {
  const { path: own, title }: ContentDocument = siteDocuments[name];
  if (name === "articles") {
    // The list displays the summary and the figure of each article.
    return [...listDraftArticles(document), { path: pages.blog.path, title: pages.blog.title }];
  }
  if (own !== undefined && name !== "liveEvent") return [{ path: own, title }];
  const shown = [
    pages.home,
    pages.reviews,
    pages.faqs,
    pages.blog,
    pages.eventSignup,
    pages.eventRegistered,
    ...contentPages,
    ...Object.values(documentPages),
  ].map((page) => ({ path: page.path, title: page.title }));
  return shown.toSorted((one, other) => Number(other.path === own) - Number(one.path === own));
}

/** The articles of a draft. One with mistakes in its front matter is named by its path. */
function listDraftArticles(document: Json): { path: string; title: string }[] {
  if (!isRecord(document)) return [];
  return Object.entries(document).map(([slug, source]) => {
    const parsed = parseFrontMatter(typeof source === "string" ? source : "");
    return { path: articlePath(slug), title: parsed.ok ? parsed.frontMatter.title : slug };
  });
}

/**
 * A draft of the articles without those whose front matter has mistakes, except for the displayed one. All pages list the articles, so that
 * a new article with blanks would prevent the preview of the others.
 */
export function withoutUnfinishedArticles(document: object, path: string): object {
  return Object.fromEntries(
    Object.entries(document).filter(
      ([slug, source]) => articlePath(slug) === path || parseFrontMatter(String(source)).ok,
    ),
  );
}
