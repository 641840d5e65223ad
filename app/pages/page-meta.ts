import type { MetaDescriptor } from "react-router";
import { practice } from "#content/practice.ts";
import { type Page, titleOf } from "./registry.ts";
import { shareImagePath } from "./share-image.ts";

/** What every page's `meta` needs of the matched routes: the root loader's answer, which carries the site's address. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/**
 * Title, description, canonical address and sharing card of a page.
 * @param matches the `matches` that React Router hands to `meta`
 */
export function pageMeta(page: Page, matches: Matches): MetaDescriptor[] {
  const siteUrl = siteUrlOf(matches);
  const address = siteUrl + (page.canonicalPath ?? page.path);
  const shared: MetaDescriptor[] = [
    { title: titleOf(page) },
    { name: "description", content: page.description },
    ...(siteUrl === "" ? [] : [{ tagName: "link" as const, rel: "canonical", href: address }]),
  ];
  if (!page.index) return [...shared, { name: "robots", content: "noindex" }];
  return [
    ...shared,
    { property: "og:title", content: titleOf(page) },
    { property: "og:description", content: page.description },
    { property: "og:url", content: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: practice.firmName },
    { property: "og:image", content: siteUrl + shareImagePath(page.path) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The site's own address (no slash at the end), as the server was configured with it. */
export function siteUrlOf(matches: Matches): string {
  const data = matches[0]?.loaderData;
  if (typeof data === "object" && data !== null && "siteUrl" in data) {
    const { siteUrl } = data;
    if (typeof siteUrl === "string") return siteUrl;
  }
  // The root loader failed, so only the error screen is shown: it has no canonical address.
  return "";
}
