import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";
import { testApp } from "#tests/kit/app.ts";

const site = testApp();

const registered = [...registeredPages, ...listArticles()];
const staffPaths = /^\/(admin|auth)/;
const secretPaths: ReadonlySet<string> = new Set([
  pages.assessmentResult.path,
  pages.attendee.path,
  pages.letterPreferences.path,
  pages.confirmMailbox.path,
]);
const paths = registered
  .map(({ path }) => path)
  // Results, seats and preferences have a secret path for each person.
  .filter((path) => path !== pages.notFound.path && !secretPaths.has(path))
  .filter((path) => !staffPaths.test(path));

type Link = { href: string; attributes: string };

const documents = new Map<string, string>();

beforeAll(async () => {
  for (const path of paths) documents.set(path, await (await site.request(path)).text());
});

function listLinks(html: string): Link[] {
  return [...html.matchAll(/<a\s([^>]*)>/g)].map(([, attributes = ""]) => ({
    href: (/href="([^"]*)"/.exec(attributes)?.[1] ?? "").replaceAll("&amp;", "&"),
    attributes,
  }));
}

describe.each(paths)("%s", (path) => {
  const html = (): string => documents.get(path) ?? "";

  it("has one h1, and no heading level is skipped", () => {
    const levels = [...html().matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
    if (path === pages.printPack.path) return expect(levels.length).toBeGreaterThan(100);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((last, level) => {
      expect(level, `h${level} after h${last}`).toBeLessThanOrEqual(last + 1);
      return level;
    }, 0);
  });

  it("has no style attributes or inline handlers, which the security policy blocks", () => {
    expect(html()).not.toMatch(/\s(style|on[a-z]+)="/);
  });

  it("has a title, a description, a canonical URL, and noindex unless the registry permits indexing", () => {
    expect(html()).toMatch(/<title>[^<]{10,}<\/title>/);
    expect(/<meta name="description" content="([^"]*)"/.exec(html())?.[1]?.length).toBeGreaterThan(30);
    const isIndexed = registered.find((page) => page.path === path)?.index === true;
    expect(html()).toContain(`<link rel="canonical" href="http://localhost:3000${path}"/>`);
    expect(html().includes('content="noindex"')).toBe(!isIndexed);
  });

  it("has no broken internal links, and opens external links in a new tab", async () => {
    for (const { href, attributes } of listLinks(html())) {
      if (/^https?:/.test(href)) {
        expect(attributes, href).toContain('target="_blank"');
        expect(attributes, href).toContain('rel="noopener noreferrer"');
        continue;
      }
      if (/^(mailto|tel):/.test(href)) continue;
      const [target = "", anchor] = href.split("#");
      await expectPage(target === "" ? path : target, anchor);
    }
  });
});

const answered = new Map<string, { status: number; html: string }>();

async function expectPage(path: string, anchor: string | undefined): Promise<void> {
  let answer = answered.get(path);
  if (answer === undefined) {
    const response = await site.request(path);
    answer = { status: response.status, html: response.status === 200 ? await response.text() : "" };
    answered.set(path, answer);
  }
  // The page index links to a not-found page on purpose.
  const isMissing = path === "/page-that-does-not-exist";
  expect(answer.status, path).toBe(isMissing ? 404 : 200);
  if (anchor !== undefined) expect(answer.html.includes(`id="${anchor}"`), `${path}#${anchor}`).toBe(true);
}

describe("generated files", () => {
  it("the sitemap lists every indexed page with the date of its last change", async () => {
    const xml = await (await site.request("/sitemap.xml")).text();
    const indexed = registered.filter(({ index }) => index);
    expect(xml.match(/<loc>/g)).toHaveLength(indexed.length);
    expect(xml.match(/<lastmod>\d{4}-\d{2}-\d{2}<\/lastmod>/g)).toHaveLength(indexed.length);
    expect(xml).toContain("<loc>http://localhost:3000/form-crs</loc><lastmod>2026-03-31</lastmod>");
    expect(xml).not.toContain("/compliance-dashboard");
  });

  it("robots.txt links to the sitemap", async () => {
    const text = await (await site.request("/robots.txt")).text();
    expect(text).toContain("Sitemap: http://localhost:3000/sitemap.xml");
  });

  it("the feed contains all articles, newest first", async () => {
    const response = await site.request("/blog/rss.xml");
    expect(response.headers.get("content-type")).toContain("application/rss+xml");
    const dates = [...(await response.text()).matchAll(/<pubDate>([^<]*)</g)].map(([, date = ""]) =>
      Date.parse(date),
    );
    expect(dates).toHaveLength(listArticles().length);
    expect(dates).toEqual(dates.toSorted((one, other) => other - one));
  });

  it("the summary for answer engines lists every indexed page", async () => {
    const response = await site.request("/llms.txt");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const links = (await response.text()).match(/^- \[[^\]]+\]\(http:\/\/localhost:3000\/[^)]*\): \S/gm);
    expect(links).toHaveLength(registered.filter(({ index }) => index).length);
  });

  it.each(["/", pages.blog.path, ...listArticles().map(({ path }) => path)])(
    "%s links to the feed in its head",
    (path) => {
      expect(documents.get(path)).toMatch(
        /<link rel="alternate" type="application\/rss\+xml"[^>]*href="\/blog\/rss\.xml"/,
      );
    },
  );

  it.each(registered.filter(({ index }) => index))(
    "the share image of $path exists with its size and its alternative text",
    async ({ path }) => {
      const html = documents.get(path) ?? "";
      const [, image = ""] =
        /<meta property="og:image" content="http:\/\/localhost:3000([^"]*)"/.exec(html) ?? [];
      const bytes = readFileSync(`build/pictures${image}`);
      // The header chunk of a PNG file starts at byte 8; width and height follow its length and type.
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(html).toContain('<meta property="og:image:width" content="1200"/>');
      expect(html).toContain('<meta property="og:image:height" content="630"/>');
      expect(html).toMatch(/<meta property="og:image:alt" content="[^"]{10,}"/);
      expect(html).toMatch(/<meta name="twitter:image:alt" content="[^"]{10,}"/);
    },
  );

  it("the manifest contains the name of the firm", async () => {
    const response = await site.request("/manifest.webmanifest");
    expect(await response.json()).toMatchObject({ start_url: "/", name: "Pinnacle Wealth Advisory" });
  });

  it("the brochure is a PDF that only this site can frame", async () => {
    const response = await site.request("/form-adv-part-2a.pdf");
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-security-policy")).toBe("frame-ancestors 'self'");
    expect(await response.text()).toMatch(/^%PDF-1\.7/);
  });

  it("a file that has not changed keeps its cache lifetime", async () => {
    const first = await site.request("/sitemap.xml");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    const response = await site.request("/sitemap.xml", { headers });
    expect(response.status).toBe(304);
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(response.headers.get("content-type")).toBeNull();
  });

  it("pages with a noindex tag also have the X-Robots-Tag header", async () => {
    for (const path of ["/compliance-dashboard", "/auth", "/no-such-page"]) {
      expect((await site.request(path)).headers.get("x-robots-tag"), path).toBe("noindex");
    }
    expect((await site.request("/")).headers.get("x-robots-tag")).toBeNull();
  });
});
