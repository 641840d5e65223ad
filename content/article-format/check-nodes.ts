import type { Nodes, Parents, Root } from "mdast";
import { toString } from "mdast-util-to-string";
import { elementNames, findElement } from "./article-elements.ts";
import type { ArticleMistake } from "./article-mistake.ts";
import { checkElement, isElement } from "./check-element.ts";
import { describeLinkMistake, describePictureMistake } from "./links.ts";

/** Deeper texts are refused, because the functions that render a tree are recursive. The deepest article has six levels. */
const maxDepth = 20;

/**
 * Finds everything in a text that an article cannot contain, and sets the validated values of its elements. The order is that of the text.
 */
export function checkNodes(tree: Root): ArticleMistake[] {
  const mistakes: ArticleMistake[] = [];
  const headings = { last: 1 };
  visit(tree, 0);
  return mistakes;

  function visit(node: Nodes, depth: number): void {
    const line = lineOf(node);
    if (depth > maxDepth) {
      mistakes.push({ ...line, message: "remove some of the nested quotes, lists or elements" });
      return;
    }
    if ("children" in node) unravel(node);
    const messages = isElement(node) ? checkElement(node) : [describeNode(node, headings)];
    for (const found of messages) {
      if (found === undefined) continue;
      mistakes.push(typeof found === "string" ? { ...line, message: found } : found);
    }
    if ("children" in node) for (const child of node.children) visit(child, depth + 1);
  }
}

export function lineOf(node: Nodes): { line?: number } {
  return node.position === undefined ? {} : { line: node.position.start.line };
}

/** Elements that are not part of a sentence replace the paragraph that consists of them, as in MDX. Spaces between them are dropped. */
function unravel(parent: Parents): void {
  const before: readonly Nodes[] = parent.children;
  const children = before.flatMap((child): { type: string }[] => {
    if (child.type !== "paragraph") return [child];
    const parts = child.children.filter((part) => part.type !== "text" || part.value.trim() !== "");
    const isUnraveled =
      parts.length > 0 &&
      parts.every((part) => part.type === "mdxJsxTextElement" && findElement(part.name)?.isInline !== true);
    return isUnraveled ? parts.map((part) => ({ ...part, type: "mdxJsxFlowElement" })) : [child];
  });
  Object.assign(parent, { children });
}

/** Describes the mistake of a node that is not an element. */
function describeNode(node: Nodes, headings: { last: number }): string | undefined {
  switch (node.type) {
    case "heading":
      return describeHeading(toString(node), node.depth, headings);
    case "image":
      return describePicture(node.url, node.alt);
    case "imageReference":
      return "write the address of the picture in the text: ![what it shows](/table.png)";
    case "link":
    case "definition":
      return describeLink(node.url);
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return "replace the JavaScript expression {…} with text, or write \\{ for a brace";
    case "paragraph":
      return /^(?:import|export)\s/.test(toString(node))
        ? "remove the line that begins with import or export; elements can be used without it"
        : undefined;
    case "html":
      return `replace the HTML with Markdown or one of ${elementNames.join(", ")}`;
    default:
      return undefined;
  }
}

function describeHeading(words: string, level: number, headings: { last: number }): string | undefined {
  const isSkipped = level > headings.last + 1 || level === 1;
  headings.last = level;
  return isSkipped
    ? `the heading “${words}” is of level ${level}; the title is level 1 and none may be skipped`
    : undefined;
}

function describeLink(url: string): string | undefined {
  const message = describeLinkMistake(url);
  return message === undefined ? undefined : `the link “${url.slice(0, 60)}” ${message}`;
}

function describePicture(url: string, alternative: string | null | undefined): string | undefined {
  if ((alternative ?? "").trim() === "") {
    return `the picture “${url.slice(0, 60)}” has no alternative text; say what it shows`;
  }
  const message = describePictureMistake(url);
  return message === undefined ? undefined : `the address of the picture “${url.slice(0, 60)}” ${message}`;
}
