import { isValidElement } from "react";
import type { Nodes } from "hast";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ParsedArticle } from "#content/article-format/parse-article.ts";
import type { TaxFigures } from "#content/tax-facts.ts";
import { createArticleComponents } from "./article-components.tsx";

/** Only for articles with pictures, so that the pages of others stay as small as they are. */
const pictureStyles = ".prose img{display:block;max-width:100%;height:auto}";

function hasPicture(node: Nodes): boolean {
  return (
    (node.type === "element" && node.tagName === "img") ||
    ("children" in node && node.children.some((child) => hasPicture(child)))
  );
}

/** The text of an article with the figures of a tax year. */
export function ArticleText({ tree, figures }: { tree: ParsedArticle["tree"]; figures: TaxFigures }) {
  // Without this condition, the renderer would be in the scripts of browsers, which never render articles.
  if (!import.meta.env.SSR) return null;
  // Without an evaluator, the renderer refuses expressions, so that no text can run code.
  const components = createArticleComponents(figures);
  // The types of the package name React's elements by a global that React 19 does not declare.
  const text: unknown = toJsxRuntime(tree, { Fragment, jsx, jsxs, passNode: true, components });
  if (!isValidElement(text)) return null;
  return hasPicture(tree) ? (
    <>
      <style>{pictureStyles}</style>
      {text}
    </>
  ) : (
    text
  );
}
