import { renderToStaticMarkup } from "react-dom/server";
import { type Article, getArticle } from "#app/pages/articles.ts";
import { getContentPage, getDocumentPage } from "#app/pages/content-pages.ts";
import { BrochurePage } from "#app/compliance/disclosures/brochure-page.tsx";
import { DisclosurePage } from "#app/compliance/disclosures/disclosure-page.tsx";
import { AboutPage } from "#app/site/about/about-page.tsx";
import { ArticlePage } from "#app/site/articles/article-page.tsx";
import { FaqsPage } from "#app/site/faqs/faqs-page.tsx";
import { ContentPage } from "#app/site/services/content-page.tsx";
import { about } from "#content/pages/about.ts";
import { latestTaxFigures } from "#content/tax-facts.ts";
import { practice } from "#content/practice.ts";

/** The path of the page that the specification calls `/{product}`. */
export const product = `/${practice.servicePageSlug}`;

/** The main content of a service page or of the page about the firm, in the firm's thirty-third year. */
export function contentScreen(path: string): string {
  if (path === about.path) return renderToStaticMarkup(<AboutPage years={32} />);
  return renderToStaticMarkup(<ContentPage page={getContentPage(path).content} />);
}

/** The article at `/blog/<slug>`: its front matter and its screen. */
export function articleScreen(slug: string): { article: Article; html: string } {
  const article = getArticle(`/blog/${slug}`);
  return {
    article,
    html: renderToStaticMarkup(<ArticlePage article={article} figures={latestTaxFigures} />),
  };
}

export function faqsScreen(): string {
  return renderToStaticMarkup(
    <FaqsPage
      scripts={{ loader: "/assets/loader.js", island: "/assets/island.js" }}
      figures={latestTaxFigures}
    />,
  );
}

/** A regulatory document as text. */
export function documentScreen(path: string): string {
  return renderToStaticMarkup(<DisclosurePage document={getDocumentPage(path).document} />);
}

export function brochureScreen(): string {
  return renderToStaticMarkup(<BrochurePage />);
}

/** The section with an anchor, or an empty string. */
export function sectionIn(html: string, id: string): string {
  return new RegExp(`<section [^>]*id="${id}"[^>]*>(.*?)</section>`, "s").exec(html)?.[1] ?? "";
}

/** The part of a section with an anchor, up to the next part, or an empty string. */
export function partIn(html: string, id: string): string {
  return (
    new RegExp(
      `<(?:div|li) class="part" id="${id}">(.*?)(?=<(?:div|li) class="part"|</section>|$)`,
      "s",
    ).exec(html)?.[1] ?? ""
  );
}

/** The entries of the first list with a class. */
export function listIn(html: string, className: string): string[] {
  const [, list = ""] = new RegExp(`<(?:ul|ol) class="${className}">(.*)`, "s").exec(html) ?? [];
  return listChildren(list);
}

/** Top-level list entries, which can contain nested lists. */
function listChildren(list: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: tag, index } of list.matchAll(/<(\/?)(?:ul|ol|li)\b[^>]*>/g)) {
    const isEnd = tag.startsWith("</");
    if (!isEnd && depth === 0) start = index + tag.length;
    depth += isEnd ? -1 : 1;
    if (depth < 0) break;
    if (isEnd && depth === 0) entries.push(list.slice(start, index));
  }
  return entries;
}
