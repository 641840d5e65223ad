import type { Root as TextTree } from "mdast";
import type { Element, Nodes, Root } from "hast";
import GithubSlugger from "github-slugger";
import { toString } from "hast-util-to-string";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mdxExpressionFromMarkdown } from "mdast-util-mdx-expression";
import { mdxJsxFromMarkdown } from "mdast-util-mdx-jsx";
import { type State, toHast } from "mdast-util-to-hast";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { mdxExpression } from "micromark-extension-mdx-expression";
import { mdxJsx } from "micromark-extension-mdx-jsx";
import { mdxMd } from "micromark-extension-mdx-md";
import type { ArticleFrontMatter } from "#content/document-schema.ts";
import type { ArticleMistake } from "./article-mistake.ts";
import type { ElementNode } from "./check-element.ts";
import { checkNodes } from "./check-nodes.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { checkSourceLimits } from "./source-limits.ts";

/** A valid article. */
export type ParsedArticle = {
  frontMatter: ArticleFrontMatter;
  /** The headings of the second level. */
  contents: { id: string; heading: string }[];
  /** The anchors of all headings. */
  anchors: string[];
  /** The text as HTML with the elements of `articleElements`, whose validated values are in `data.values`. */
  tree: Root;
};

export type ArticleResult = { ok: true; article: ParsedArticle } | { ok: false; mistakes: ArticleMistake[] };

/**
 * Parses the source of an article: front matter, then Markdown with the elements of `articleElements`. The build, the server and the editor
 * use this function. No part of a source is ever run: expressions, imports and other elements are mistakes.
 */
export function parseArticle(source: string): ArticleResult {
  const text = source.replaceAll(/\r\n?/g, "\n");
  const excess = checkSourceLimits(text);
  if (excess !== undefined) return { ok: false, mistakes: [excess] };
  const parsed = parseText(text);
  if (!("tree" in parsed)) return { ok: false, mistakes: [parsed] };
  const fields = parseFrontMatter(text);
  const mistakes = [...(fields.ok ? [] : fields.mistakes), ...checkNodes(parsed.tree)];
  if (!fields.ok || mistakes.length > 0) return { ok: false, mistakes };
  const tree = toHtmlTree(parsed.tree);
  return { ok: true, article: { frontMatter: fields.frontMatter, tree, ...numberHeadings(tree) } };
}

/** The same syntax as MDX, without its JavaScript parser: what stands in braces is found and refused, and never read. */
function parseText(text: string): { tree: TextTree } | ArticleMistake {
  try {
    const tree = fromMarkdown(text, {
      extensions: [frontmatter(), gfm(), mdxExpression(), mdxJsx(), mdxMd()],
      mdastExtensions: [
        frontmatterFromMarkdown(),
        gfmFromMarkdown(),
        mdxExpressionFromMarkdown(),
        mdxJsxFromMarkdown(),
      ],
    });
    return { tree };
  } catch (error) {
    return describeSyntaxError(error);
  }
}

/** The parser throws errors with a `reason` and a `line` for an incomplete element. Others, such as a stack overflow, have neither. */
function describeSyntaxError(error: unknown): ArticleMistake {
  if (!(error instanceof Error && "reason" in error)) {
    return { message: "the text cannot be parsed; remove nested elements" };
  }
  const reason = String(error.reason).replace(/ \(note: .*\)$/, "");
  const line = "line" in error && typeof error.line === "number" ? { line: error.line } : {};
  return {
    ...line,
    message: `complete the element, or write \\< for a less-than sign and \\{ for a brace (${reason})`,
  };
}

function toHtmlTree(tree: TextTree): Root {
  const html = toHast(tree, { handlers: { mdxJsxFlowElement: toElement, mdxJsxTextElement: toElement } });
  return html.type === "root" ? html : { type: "root", children: [] };
}

/** An element becomes one of HTML with the same name, which the renderer replaces by the component of that name. */
function toElement(state: State, node: ElementNode): Element {
  const href = node.attributes.find(({ value }) => typeof value === "string");
  const properties = node.name === "a" && typeof href?.value === "string" ? { href: href.value } : {};
  const element: Element = {
    type: "element",
    tagName: node.name ?? "",
    properties,
    children: state.all(node),
  };
  // `checkElement` has set the validated values.
  return Object.assign(element, { data: node.data ?? {} });
}

/** Sets the anchor of each heading, as GitHub derives it from the words. */
function numberHeadings(tree: Root): Pick<ParsedArticle, "contents" | "anchors"> {
  const slugger = new GithubSlugger();
  const headings = headingsIn(tree).map((element) => {
    element.properties.id ??= slugger.slug(toString(element));
    return { level: element.tagName, id: String(element.properties.id), heading: toString(element) };
  });
  return {
    contents: headings.filter(({ level }) => level === "h2").map(({ id, heading }) => ({ id, heading })),
    anchors: headings.map(({ id }) => id),
  };
}

function headingsIn(node: Nodes): Element[] {
  if (node.type === "element" && /^h[1-6]$/.test(node.tagName)) return [node];
  return "children" in node ? node.children.flatMap(headingsIn) : [];
}
