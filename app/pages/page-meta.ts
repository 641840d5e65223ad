import type { MetaDescriptor } from "react-router";
import { practice } from "#content/practice.ts";
import type { Page } from "./page.ts";
import { feedPath, pages } from "./registry.ts";
import { breadcrumbData } from "./structured-data.ts";

/** The matched routes. The root loader's data contains the site's URL. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/**
 * Title, description, canonical URL, sharing card and breadcrumbs of a page. The words are in `registry.ts`, those of service pages and
 * articles in `content/`.
 * @param matches the `matches` that React Router passes to `meta`
 */
export function pageMeta(page: Page, matches: Matches): MetaDescriptor[] {
  const siteUrl = getSiteUrl(matches);
  const address = siteUrl + (page.canonicalPath ?? page.path);
  const shared: MetaDescriptor[] = [
    { title: getFullTitle(page) },
    { name: "description", content: page.description },
    ...(siteUrl === "" ? [] : [{ tagName: "link" as const, rel: "canonical", href: address }]),
  ];
  if (!page.index) return [...shared, { name: "robots", content: "noindex" }];
  return [
    ...shared,
    { property: "og:title", content: getFullTitle(page) },
    { property: "og:description", content: page.description },
    { property: "og:url", content: address },
    { property: "og:type", content: page.group === "blog" ? "article" : "website" },
    { property: "og:site_name", content: practice.firmName },
    { property: "og:image", content: siteUrl + findShareImage(page) },
    { property: "og:image:width", content: String(shareImageSize.width) },
    { property: "og:image:height", content: String(shareImageSize.height) },
    { property: "og:image:alt", content: shareImageText(page) },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:image:alt", content: shareImageText(page) },
    ...(page.path === "/" ? [] : [{ "script:ld+json": breadcrumbData(siteUrl, page) }]),
  ];
}

/** Returns the configured site URL without a trailing slash. */
export function getSiteUrl(matches: Matches): string {
  const data = matches[0]?.loaderData;
  if (typeof data === "object" && data !== null && "siteUrl" in data) {
    const { siteUrl } = data;
    if (typeof siteUrl === "string") return siteUrl;
  }
  // The root loader failed, so only the error screen is rendered, which has no canonical URL.
  return "";
}

/** The size of share images in pixels. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** The alternative text of a page's share image, which displays the page's title and the firm's name. */
export function shareImageText({ shareImageOf, ...page }: Page): string {
  const { title, shareTitle = title } = shareImageOf ?? page;
  return `${shareTitle}. ${practice.firmName}, ${practice.postalAddress.city}, ${practice.postalAddress.stateName}`;
}

/** The path of the image that other sites display with a link to the page. */
export function findShareImage({ path, shareImageOf }: Page): string {
  return shareImagePath(shareImageOf?.path ?? path);
}

/** A link to the feed of articles, for pages that list articles. */
export function feedLink(): MetaDescriptor {
  return {
    tagName: "link",
    rel: "alternate",
    type: "application/rss+xml",
    title: `${practice.firmName}: ${pages.blog.title}`,
    href: feedPath,
  };
}

/**
 * The path of a page’s own share image. The build draws it in the size of `shareImageSize`.
 * @example shareImagePath("/blog/why-plan-before-loi") // "/share/blog-why-plan-before-loi.png"
 */
export function shareImagePath(path: string): string {
  return `/share/${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}.png`;
}

/** Search results cut off longer titles. */
export const maxTitleLength = 60;

/** Returns the full text of a page's `<title>`. The firm's name is omitted where it would exceed the limit. */
export function getFullTitle(page: Page): string {
  const title = page.searchTitle ?? page.title;
  const full = page.path === "/" ? `${practice.firmName}: ${title}` : `${title} | ${practice.firmName}`;
  return full.length > maxTitleLength ? title : full;
}
