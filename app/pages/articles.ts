import type { ArticleFrontMatter } from "#content/document-schema.ts";
import type { Page } from "./registry.ts";

/** An article as a page: what its front matter says, and where it is. */
export type Article = Page & ArticleFrontMatter & { slug: string };

// Held against its schema by the build (`check-texts.server.ts`): the schema's library has no business in a browser.
const files = import.meta.glob<ArticleFrontMatter>("/content/articles/*.mdx", {
  eager: true,
  import: "frontmatter",
});

/** All articles, in the order of the menu. A file in `content/articles/` is one; there is no list to keep. */
export const articles: readonly Article[] = Object.entries(files)
  .map(([file, frontMatter]) => toArticle(file, frontMatter))
  .toSorted((one, other) => one.order - other.order);

/** The article at an address, or undefined where there is none. */
export function articleAt(path: string): Article | undefined {
  return articles.find((article) => article.path === path);
}

function toArticle(file: string, frontMatter: ArticleFrontMatter): Article {
  const slug = file.slice(file.lastIndexOf("/") + 1, -".mdx".length);
  return { ...frontMatter, slug, path: `/blog/${slug}`, index: true, group: "blog" };
}
