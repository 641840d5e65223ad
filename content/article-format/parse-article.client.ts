import type { ArticleResult } from "./parse-article.ts";

/**
 * Replaces `parse-article.ts` in the scripts of browsers (`imports` in `package.json`), so that they contain neither the parser nor the
 * schemas of articles. Only the server renders articles.
 */
export function parseArticle(): ArticleResult {
  return { ok: false, mistakes: [{ message: "only the server parses articles" }] };
}
