import { listArticles } from "#app/pages/articles.ts";
import { contentPages, documentPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";
import type { ContentDocument } from "#content/validation/documents.ts";
import { siteDocuments, type DocumentName } from "#app/publishing/documents/site-documents.server.ts";

/** The pages that display a document, the one to look at first at the beginning. */
export function listPreviewPages(name: DocumentName): { path: string; title: string }[] {
  const { path: own, title }: ContentDocument = siteDocuments[name];
  if (name === "articles") {
    return listArticles().map((article) => ({ path: article.path, title: article.title }));
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
