import type { ArticleFrontMatter } from "#content/document-schema.ts";
import { type Page, pages } from "./registry.ts";

/** An article as a page: its front matter and its path. */
export type Article = Page & ArticleFrontMatter & { slug: string };

// The build validates the front matter (`check-texts.server.ts`), so that browsers need no schema library.
const files = import.meta.glob<ArticleFrontMatter>("/content/articles/*.mdx", {
  eager: true,
  import: "frontmatter",
});

/** All articles, in the order of the menu: one for each file in `content/articles/`. */
export const articles: readonly Article[] = Object.entries(files)
  .map(([file, frontMatter]) => toArticle(file, frontMatter))
  .toSorted((one, other) => one.order - other.order);

/** Returns the article of a route. @throws if there is none */
export function getArticle(path: string): Article {
  const article = articles.find((each) => each.path === path);
  if (article === undefined) throw new Error(`There is no article for the route ${path}`);
  return article;
}

function toArticle(file: string, frontMatter: ArticleFrontMatter): Article {
  const slug = file.slice(file.lastIndexOf("/") + 1, -".mdx".length);
  return { ...frontMatter, slug, path: `/blog/${slug}`, index: true, group: "blog", parent: pages.blog };
}
