import type { ComponentType } from "react";

type ArticleText = {
  default: ComponentType<{ components: Record<string, unknown> }>;
  tableOfContents: readonly { depth: number; value: string; id?: string }[];
};

// The server alone draws articles: brought to a browser, their words would stand in one file with their front matter, which the menu of
// the last-resort screen asks for on every page that hydrates.
const texts: Record<string, ArticleText> = import.meta.env.SSR
  ? import.meta.glob<ArticleText>("/content/articles/*.mdx", { eager: true })
  : {};

/** The words of an article and its headings of the second level. */
export function articleText(slug: string): {
  Text: ArticleText["default"];
  contents: { id: string; words: string }[];
} {
  const text = texts[`/content/articles/${slug}.mdx`];
  if (text === undefined) throw new Error(`There is no article ${slug}`);
  return {
    Text: text.default,
    contents: text.tableOfContents.map(({ id = "", value }) => ({ id, words: value })),
  };
}
