import type { FrontMatterResult } from "./front-matter.ts";
import type { ArticleResult } from "./parse-article.ts";

const mistakes = [{ message: "only the server parses articles" }];

/**
 * Replaces `parse-article.ts` and `front-matter.ts` in the scripts of browsers (`imports` in `package.json`), so that they contain neither the parser nor the
 * schemas of articles. Only the server renders articles.
 */
export function parseArticle(): ArticleResult {
  return { ok: false, mistakes };
}

export function parseFrontMatter(): FrontMatterResult {
  return { ok: false, mistakes };
}
