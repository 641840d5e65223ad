import type { ComponentType } from "react";

type ArticleText = {
  default: ComponentType<{ components: Record<string, unknown> }>;
  tableOfContents: readonly { depth: number; value: string; id?: string }[];
};

// Only the server renders articles. In a browser bundle, their texts would share a file with their front matter, which the menu of the
// error screen loads on every hydrated page.
const texts: Record<string, ArticleText> = import.meta.env.SSR
  ? import.meta.glob<ArticleText>("/content/articles/*.mdx", { eager: true })
  : {};

/** The text of an article and its second-level headings. */
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
