import type { Article } from "#app/pages/articles.ts";
import { shareImagePath } from "#app/pages/page-meta.ts";
import { advisorData, practiceReference } from "#app/pages/structured-data.ts";

/** Structured data of an article, with the eleven fields of specification section 2. */
export function articleData(article: Article, siteUrl: string): object {
  const url = siteUrl + article.path;
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.title,
    alternativeHeadline: article.alternativeTitle,
    image: siteUrl + shareImagePath(article.path),
    author: advisorData(siteUrl),
    publisher: practiceReference(siteUrl),
    url,
    datePublished: article.published,
    dateModified: article.modified,
    description: article.description,
    keywords: article.keywords.join(", "),
    mainEntityOfPage: { "@type": "WebPage", "@id": url },
  };
}
