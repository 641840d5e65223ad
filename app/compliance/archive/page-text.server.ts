import { withoutWordJoiners } from "#app/platform/text/word-joiner.ts";
import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** The words of a page. */
export type PageText = {
  title: string;
  /** The title, the description and then one line for each block, in the order of the document. */
  text: string;
};

/**
 * Reads the words of a page, including those that only screen readers and search engines receive: alternative texts, labels, and the
 * description.
 */
export function readPageText(html: string): PageText {
  // Without scripting, the parser reads the content of <noscript>.
  const document = parse(html, { scriptingEnabled: false });
  const words = { title: "", description: "", lines: [""] };
  readNodes(document.childNodes, words);
  const title = collapse(words.title);
  const lines = [title, words.description, ...words.lines].map(collapse).filter((line) => line !== "");
  return { title, text: lines.join("\n") };
}

type Words = { title: string; description: string; lines: string[] };

function readNodes(nodes: readonly Node[], words: Words): void {
  for (const node of nodes) {
    if ("tagName" in node) readElement(node, words);
    else if ("value" in node) words.lines.push(`${words.lines.pop() ?? ""}${node.value}`);
  }
}

function readElement(element: Element, words: Words): void {
  const { tagName, childNodes } = element;
  if (silentElements.has(tagName)) return;
  if (tagName === "title" && words.title === "") {
    words.title = childNodes.map((child) => ("value" in child ? child.value : "")).join("");
    return;
  }
  if (tagName === "meta" && getAttribute(element, "name") === "description") {
    words.description = getAttribute(element, "content") ?? "";
  }
  const ends = inlineElements.has(tagName) ? [] : [""];
  words.lines.push(...ends, ...listLabels(element));
  readNodes(childNodes, words);
  words.lines.push(...ends);
}

/** Elements whose content is not text of the page. */
export const silentElements = new Set(["script", "style", "template"]);

/** Elements that continue the line. All others begin a new one. */
export const inlineElements = new Set(
  "a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

/** Texts in attributes, each in a line of its own between square brackets. */
function listLabels(element: Element): string[] {
  const labels = ["alt", "aria-label", "placeholder"].map(
    (name) => getAttribute(element, name)?.trim() ?? "",
  );
  return labels.flatMap((label) => (label === "" ? [] : [`[${label}]`, ""]));
}

export function getAttribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

export function collapse(text: string): string {
  return withoutWordJoiners(text).replaceAll(/\s+/g, " ").trim();
}
