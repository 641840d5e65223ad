import { articlePath, describeSlugMistake } from "#content/article-format/article-address.ts";
import { createArticle, type NewArticle } from "#content/article-format/create-article.ts";
import { parseFrontMatter } from "#content/article-format/front-matter.ts";
import { isRecord, type Json, type JsonRecord, parseJson } from "#app/publishing/documents/json.ts";
import {
  type EditDeps,
  type EditResult,
  readPublished,
  saveChange,
  startChange,
} from "./edit-changes.server.ts";

/** The document that contains all articles. */
const articles = "articles";

export type AddArticleResult =
  | EditResult
  /** `slug`: it cannot be an address. `taken`: an article has it, published or in the open change. */
  | { ok: false; reason: "slug"; message: string }
  | { ok: false; reason: "taken" };

/** Adds a new article with text to fill in to the draft of the articles. If the articles have no draft yet, this starts one. */
export async function addArticle(
  deps: EditDeps,
  { slug, ...given }: Omit<NewArticle, "order"> & { slug: string },
): Promise<AddArticleResult> {
  const message = describeSlugMistake(slug);
  if (message !== undefined) return { ok: false, reason: "slug", message };
  if (Object.hasOwn(readArticles((await readPublished(deps.db, articles))?.body), slug)) {
    return { ok: false, reason: "taken" };
  }
  const started = await startChange(deps, articles);
  if (!started.ok) return started;
  const { id, revision, state, body, reason } = started.change;
  if (state !== "draft") return { ok: false, reason: "closed", current: started.change };
  const drafted = readArticles(body);
  if (Object.hasOwn(drafted, slug)) return { ok: false, reason: "taken" };
  const source = createArticle({ ...given, order: findNextOrder(drafted) });
  return saveChange(
    deps,
    { id, revision },
    { document: { ...drafted, [slug]: source }, reason: reason === "" ? describeReason(slug) : reason },
  );
}

function describeReason(slug: string): string {
  return `New article ${articlePath(slug)}`;
}

function readArticles(body: string | null | undefined): JsonRecord {
  const value: Json = parseJson(body ?? "{}");
  return isRecord(value) ? value : {};
}

/** Articles with mistakes have no known place. */
function findNextOrder(sources: JsonRecord): number {
  const orders = Object.values(sources).map((source) => {
    const parsed = typeof source === "string" ? parseFrontMatter(source) : undefined;
    return parsed?.ok === true ? parsed.frontMatter.order : 0;
  });
  return Math.max(0, ...orders) + 1;
}
