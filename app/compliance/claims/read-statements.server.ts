import { type DefaultTreeAdapterTypes, parse } from "parse5";
import {
  collapse,
  getAttribute,
  inlineElements,
  silentElements,
} from "#app/compliance/archive/page-text.server.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/**
 * Reads the lines of a page that can contain claims: its title and description, the texts of its blocks, and the alternative texts of
 * pictures. A row of a table and a term with its description are one line each. Addresses, phone numbers, form fields with their labels,
 * and the numbers on the axes of a drawing are left out.
 */
export function readStatements(html: string): string[] {
  // Without scripting, the parser reads the content of <noscript>.
  const document = parse(html, { scriptingEnabled: false });
  const page: Page = { head: [], lines: [""], isAtBoundary: false };
  readNodes(document.childNodes, page, false);
  return [...page.head, ...page.lines]
    .map((line) => collapse(line).replace(/^(?:· ?){1,9}/, ""))
    .filter((line) => line !== "");
}

type Page = {
  head: string[];
  lines: string[];
  /** Whether an inline element begins or ends here. Styles can separate its words from those around it. */
  isAtBoundary: boolean;
};

/** @param isInRow whether the nodes belong to a row of a table, in which blocks do not begin a line */
function readNodes(nodes: readonly Node[], page: Page, isInRow: boolean): void {
  for (const node of nodes) {
    if ("tagName" in node) readElement(node, page, isInRow);
    else if ("value" in node) append(page, node.value);
  }
}

function readElement(element: Element, page: Page, isInRow: boolean): void {
  const { tagName, childNodes } = element;
  if (isLeftOut(element)) return;
  page.head.push(...listAttributeTexts(element));
  // A drawing is described by its label.
  if (tagName === "svg") return;
  if (tagName === "title") {
    page.head.push(childNodes.map((child) => ("value" in child ? child.value : "")).join(""));
  } else if (isInRow) {
    append(page, cells.has(tagName) ? " · " : inlineElements.has(tagName) ? "" : " ");
    readNodes(childNodes, page, true);
  } else if (inlineElements.has(tagName)) {
    page.isAtBoundary = !withinWords.has(tagName);
    readNodes(childNodes, page, false);
    page.isAtBoundary = !withinWords.has(tagName);
  } else {
    readBlock(element, page);
  }
}

function readBlock({ tagName, childNodes }: Element, page: Page): void {
  // A description continues the line of its term.
  if (tagName === "dd") append(page, " · ");
  else page.lines.push("");
  readNodes(childNodes, page, tagName === "tr");
  if (tagName !== "dt") page.lines.push("");
}

/** The description of the page, and texts for screen readers. */
function listAttributeTexts(element: Element): string[] {
  const isDescription = element.tagName === "meta" && getAttribute(element, "name") === "description";
  const names = isDescription ? ["content"] : ["alt", "aria-label"];
  return names.map((name) => getAttribute(element, name) ?? "");
}

/** Elements that can divide a word or a figure. */
const withinWords = new Set(["sub", "sup", "wbr"]);

const cells = new Set(["td", "th"]);

const formElements = new Set(["label", "legend", "input", "select", "option", "textarea", "output"]);

function isLeftOut(element: Element): boolean {
  const { tagName } = element;
  if (silentElements.has(tagName) || formElements.has(tagName) || tagName === "address") return true;
  return tagName === "a" && /^(?:tel|mailto):/i.test(getAttribute(element, "href") ?? "");
}

function append(page: Page, text: string): void {
  if (text === "") return;
  const line = page.lines.pop() ?? "";
  const isSeparate = page.isAtBoundary && /[\p{L}\d®™.%]$/u.test(line) && /^[\p{Lu}\d$]/u.test(text);
  page.lines.push(isSeparate ? `${line} ${text}` : line + text);
  page.isAtBoundary = false;
}
