import { z } from "zod";
import { articleSources } from "#content/article-format/article-sources.ts";
import { checkArticles } from "#content/article-format/check-articles.ts";
import { type ContentDocument, contentDocuments } from "#content/validation/documents.ts";

/** The articles by slug. Staff add and withdraw articles, so the keys are not those of the files. */
const articlesSchema = z
  .record(z.string(), z.string())
  .superRefine((sources, context) => {
    for (const { slug, message } of checkArticles(sources)) {
      context.addIssue({ code: "custom", path: [slug], message });
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
