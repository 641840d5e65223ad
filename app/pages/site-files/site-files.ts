import { practice } from "#content/practice.ts";
import { getArticleIndexPage, listArticles, newestFirst } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import type { Page } from "#app/pages/page.ts";
import { feedPath, pages } from "#app/pages/registry.ts";

/** The pages that search engines can index, in the order of the site. */
export function indexedPages(): Page[] {
  return [...registeredPages, ...listArticles()]
    .filter(({ index }) => index)
    .map((page) => (page.path === pages.blog.path ? getArticleIndexPage() : page));
}

/** The sitemap, each page with the day of its last change. @param siteUrl without a slash at the end */
export function sitemap(siteUrl: string): string {
  const entries = indexedPages().map((page) => {
    const date = getLastChange(page);
    return `<url><loc>${escapeXml(siteUrl + page.path)}</loc>${date === undefined ? "" : `<lastmod>${date}</lastmod>`}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
}

/** The list of articles changes with its newest article. */
function getLastChange({ path, modified }: Page): string | undefined {
  if (path !== pages.blog.path) return modified;
  return listArticles()
    .map((article) => article.modified)
    .toSorted()
    .at(-1);
}

/** Crawlers can read everything. Pages that must not be indexed say so themselves, which requires that crawlers can read them. */
export function robots(siteUrl: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** The articles as an RSS 2.0 feed, the newest first. */
export function rssFeed(siteUrl: string): string {
  const items = newestFirst(listArticles()).map(
    ({ path, title, description, published }) => `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(siteUrl + path)}</link>
<guid>${escapeXml(siteUrl + path)}</guid>
<pubDate>${new Date(published).toUTCString()}</pubDate>
<description>${escapeXml(description)}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(`${practice.firmName}: ${pages.blog.title}`)}</title>
<link>${escapeXml(siteUrl + pages.blog.path)}</link>
<atom:link href="${escapeXml(`${siteUrl}${feedPath}`)}" rel="self" type="application/rss+xml"/>
<description>${escapeXml(getArticleIndexPage().description)}</description>
<language>en-us</language>
${items.join("\n")}
</channel>
</rss>
`;
}

/** The manifest for adding the site to the home screen of a phone. */
export function manifest(): string {
  return JSON.stringify({
    name: practice.firmName,
    short_name: practice.firmNameLines[0],
    start_url: "/",
    display: "browser",
    background_color: "#faf7f1",
    theme_color: "#faf7f1",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    ],
  });
}

/** URL of the rules by which browsers prefetch pages. */
export const speculationRulesPath = "/speculation-rules.json";

/** Permits browsers to prefetch public pages when a click on their link is likely. */
export function speculationRules(): string {
  const excluded = [
    "/api/*",
    "/functions/*",
    "/admin*",
    "/auth*",
    "/pre-loi-assessment/result/*",
    "/linkedin-live-signup/place/*",
    "/letters/*",
    "/compliance-dashboard*",
    "/*.pdf",
    "/*.ics",
  ];
  return JSON.stringify({
    prefetch: [
      {
        where: {
          and: [{ href_matches: "/*" }, ...excluded.map((path) => ({ not: { href_matches: path } }))],
        },
        eagerness: "moderate",
      },
    ],
  });
}

/** Path at which security researchers look for a contact (RFC 9116). */
export const securityTextPath = "/.well-known/security.txt";

const validDays = 180;

/**
 * Builds the contact file. Each request generates it again, so it never expires while the server runs.
 * @param siteUrl without a trailing slash
 */
export function securityText(siteUrl: string, now: Date): string {
  const day = now.toISOString().slice(0, "YYYY-MM-DD".length);
  const expires = new Date(Date.parse(day) + validDays * 86_400_000);
  return [
    `Contact: mailto:${practice.email}`,
    `Contact: tel:${practice.phone.dial}`,
    `Expires: ${expires.toISOString().replace(".000Z", "Z")}`,
    "Preferred-Languages: en",
    `Canonical: ${siteUrl}${securityTextPath}`,
    "",
  ].join("\n");
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
