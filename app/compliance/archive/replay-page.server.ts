import { type DefaultTreeAdapterTypes, parse, serialize } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Returns the URL of the archived copy of a page or file, or undefined if the archive does not contain it. */
export type ResolvePath = (path: string) => string | undefined;

/**
 * Changes a captured page so that it requests nothing outside the archive: URLs lead to archived copies or are removed, and scripts, forms
 * and frames do nothing.
 */
export function replayPage(html: string, siteUrl: string, resolve: ResolvePath): string {
  const document = parse(html, { scriptingEnabled: false });
  const toArchive = (url: string): string | undefined => resolveUrl(url, siteUrl, resolve);
  changeNodes(document, toArchive);
  return serialize(document);
}

type ToArchive = (url: string) => string | undefined;

function changeNodes(parent: { childNodes: Node[] }, toArchive: ToArchive): void {
  parent.childNodes = parent.childNodes.filter((node) => !("tagName" in node && isRemoved(node)));
  for (const node of parent.childNodes) {
    if (!("tagName" in node)) continue;
    changeAttributes(node, toArchive);
    if (node.tagName === "style") changeStyles(node, toArchive);
    if ("content" in node) changeNodes(node.content, toArchive);
    changeNodes(node, toArchive);
  }
}

/** Scripts, and elements that load or redirect in ways that no rewritten URL can prevent. */
const removedElements = new Set(["script", "base", "iframe", "frame", "object", "embed", "applet"]);

function isRemoved({ tagName, attrs }: Element): boolean {
  return (
    removedElements.has(tagName) || (tagName === "meta" && attrs.some(({ name }) => name === "http-equiv"))
  );
}

/** Attributes with one URL. */
const urlAttributes = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "poster",
  "data",
  "background",
  "cite",
  "ping",
  "manifest",
]);

const sourceSets = new Set(["srcset", "imagesrcset"]);

function changeAttributes(element: Element, toArchive: ToArchive): void {
  element.attrs = element.attrs.flatMap((attribute) => {
    const { name, value } = attribute;
    if (name.startsWith("on") || name === "target") return [];
    if (sourceSets.has(name)) return keepUnlessEmpty(name, changeSourceSet(value, toArchive));
    if (name === "style") return keepUnlessEmpty(name, changeStyleUrls(value, toArchive));
    if (!urlAttributes.has(name)) return [attribute];
    const url = toArchive(value) ?? (element.tagName === "a" ? leadNowhere(value) : undefined);
    return url === undefined ? [] : [{ ...attribute, value: url }];
  });
}

/** Phone numbers and email addresses request nothing, and style sheets select them. */
const keptProtocols = new Set(["tel:", "mailto:"]);

/**
 * The URL of a link without an archived copy. Without a URL, browsers would not display it as a link. No element has the name of this
 * fragment, so that the page stays where it is.
 */
function leadNowhere(url: string): string {
  return keptProtocols.has(URL.parse(url)?.protocol ?? "") ? url : "#not-archived";
}

function keepUnlessEmpty(name: string, value: string): { name: string; value: string }[] {
  return value === "" ? [] : [{ name, value }];
}

function changeSourceSet(value: string, toArchive: ToArchive): string {
  return value
    .split(",")
    .flatMap((candidate) => {
      const [url = "", ...size] = candidate.trim().split(/\s+/);
      const archived = toArchive(url);
      return archived === undefined ? [] : [[archived, ...size].join(" ")];
    })
    .join(", ");
}

function changeStyles({ childNodes }: Element, toArchive: ToArchive): void {
  for (const node of childNodes) {
    if (node.nodeName === "#text" && "value" in node) node.value = changeStyleUrls(node.value, toArchive);
  }
}

/** Style sheets are inlined. An import would be a request. */
const styleImport = /@import[^;]*;?/g;

/** An optional font is not used if it arrives late, which depends on the connection and not on what was published. */
const optionalFont = /font-display:\s*optional/g;

function changeStyleUrls(css: string, toArchive: ToArchive): string {
  const [start = "", ...parts] = css
    .replaceAll(styleImport, "")
    .replaceAll(optionalFont, "font-display:block")
    .split(/url\(/i);
  return start + parts.map((part) => changeStyleUrl(part, toArchive)).join("");
}

/** @param part the text after `url(` */
function changeStyleUrl(part: string, toArchive: ToArchive): string {
  const quote = /^\s*(["'])/.exec(part)?.[1];
  const urlEnd = quote === undefined ? 0 : part.indexOf(quote, part.indexOf(quote) + 1);
  const end = part.indexOf(")", Math.max(0, urlEnd));
  // A browser would read the rest of the sheet as the URL.
  if (end < 0 || urlEnd < 0) return 'url("data:,")';
  const url = part.slice(0, end).trim();
  const archived = toArchive(quote === undefined ? url : url.slice(1, -1).trim());
  return `url("${archived ?? "data:,"}")${part.slice(end + 1)}`;
}

/** Keeps fragments, and replaces URLs of this site. */
function resolveUrl(url: string, siteUrl: string, resolve: ResolvePath): string | undefined {
  if (url.startsWith("#")) return url;
  const target = URL.parse(url, `${siteUrl}/`);
  if (target === null || target.origin !== new URL(siteUrl).origin) return undefined;
  const archived = resolve(target.pathname);
  return archived === undefined ? undefined : archived + target.hash;
}
