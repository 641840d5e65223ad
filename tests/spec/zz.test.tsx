import { renderToStaticMarkup } from "react-dom/server";
import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { articles } from "#app/pages/articles.ts";
import { articleText } from "#app/site/articles/article-texts.ts";
import { articleComponents } from "#app/site/articles/article-components.tsx";
import { wordsOf } from "./markup.ts";
test("count", () => {
  const out = [];
  for (const a of articles) {
    const { Text } = articleText(a.slug);
    const html = renderToStaticMarkup(<Text components={articleComponents} />);
    const w = wordsOf(html.replaceAll(/<\/(b|span|figcaption|aside|caption)>/g, " ")).split(" ");
    const n = w.filter((x) => /[\p{L}\d]/u.test(x)).length;
    const notable = wordsOf(html.replaceAll(/<table.*?<\/table>/gs, " ")).split(" ").length;
    out.push([a.slug, a.readingMinutes, w.length, n, n / (a.readingMinutes ?? 1), notable].join(" "));
  }
  writeFileSync("/tmp/count.txt", out.join("\n"));
});
