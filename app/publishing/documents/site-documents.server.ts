import { z } from "zod";
import { describeMistake } from "#content/article-format/article-mistake.ts";
import { articleSources } from "#content/article-format/article-sources.ts";
import { parseArticle } from "#content/article-format/parse-article.ts";
import { fileVersion } from "#content/release/release.ts";
import { type ContentDocument, contentDocuments } from "#content/validation/documents.ts";

/** The articles by slug. A slug is a route, so a build adds and removes articles. */
const articlesSchema = z
  .record(z.string(), z.string())
  .superRefine((sources, context) => {
    const slugs = Object.keys(fileVersion(articleSources));
    for (const slug of new Set([...slugs, ...Object.keys(sources)])) {
      const source = sources[slug];
      if (source === undefined || !slugs.includes(slug)) {
        context.addIssue({ code: "custom", path: [slug], message: "must be an article of this build" });
        continue;
      }
      const result = parseArticle(source);
      for (const mistake of result.ok ? [] : result.mistakes) {
        context.addIssue({ code: "custom", path: [slug], message: describeMistake(mistake) });
      }
    }
  })
  .describe("Markdown with front matter.");

/** The documents of a release, by the name under which they are stored. */
export const siteDocuments = {
  ...contentDocuments,
  articles: { title: "Articles", file: "articles/", schema: articlesSchema, view: articleSources },
} as const satisfies Record<string, ContentDocument>;

export type DocumentName = keyof typeof siteDocuments;

export function isDocumentName(name: string): name is DocumentName {
  return Object.hasOwn(siteDocuments, name);
}
