import { beforeEach, describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { isRecord, parseJson } from "#app/publishing/documents/json.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { contentPath, newArticlePath } from "#app/staff/content-form/content-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { articleSources } from "#content/article-format/article-sources.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp();
const { cookieOf, page, post } = asStaff(site);

const slug = "the-sellers-note";
const path = `/blog/${slug}`;
const part = contentPath("articles", { part: slug });

beforeEach(async () => {
  const clock = { now: () => new Date() };
  await compareFiles({ db: site.db, clock, log: silentLog, builtAt: new Date(0) });
  await site.publishing().refresh();
});

/** Fills in the blanks of a new article. */
function write(source: string): string {
  return source
    .replace(/^alternativeTitle: .*$/m, "alternativeTitle: Lending the buyer a part of the price")
    .replace(/^topic: .*$/m, "topic: Price")
    .replace(/^summary: .*$/m, "summary: What a note is, and what to agree before you sign one.")
    .replace(/^ {2}shown: .*$/m, "  shown: Note")
    .replace(/^ {2}meaning: .*$/m, "  meaning: lender stands behind the bank.")
    .replace(/^description: .*$/m, "description: When a seller lends a part of the price to the buyer.")
    .replace(/^ {2}- ""\n {2}- ""\n {2}- ""$/m, "  - note\n  - price\n  - lender")
    .replace(/^ {2}- \/seven-steps$/m, "  - /blog/fiduciary-vs-broker")
    .concat("Ask who is paid first.\n\n## What to agree\n\nAgree the order of payment.\n");
}

/** The fields with which the form was filled in, and those that a person types. */
async function fill(at: string, cookie: string, typed: Record<string, string>) {
  const html = await page(at, cookie);
  const read = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  return { id: read("id"), revision: read("revision"), seen: read("seen"), ...typed };
}

async function readText(at: string, status = 200): Promise<string> {
  const response = await site.request(at);
  expect(`${at} ${response.status}`).toBe(`${at} ${status}`);
  return response.text();
}

async function publishArticle(cookie: string): Promise<void> {
  await post(newArticlePath, cookie, { title: "The seller’s note", slug });
  const { body } = await site.db
    .selectFrom("contentChanges")
    .select("body")
    .where("state", "=", "draft")
    .executeTakeFirstOrThrow();
  const drafted = parseJson(body ?? "{}");
  const source = isRecord(drafted) ? drafted[slug] : undefined;
  if (typeof source !== "string") throw new Error("The draft does not contain the article.");
  const submitted = await post(
    part,
    cookie,
    await fill(part, cookie, { [`content.${slug}`]: write(source), do: "submit" }),
  );
  expect(submitted.headers.get("location")).toBe(contentPath("articles", { done: "submitted" }));
  await approve(cookie, 2);
}

async function approve(cookie: string, release: number): Promise<void> {
  const approved = await post(
    contentPath("articles"),
    cookie,
    await fill(contentPath("articles"), cookie, { do: "approve" }),
  );
  expect(approved.headers.get("location")).toBe(contentPath("articles", { done: "published", release }));
}

describe("an article from the browser", () => {
  test(
    "is on the site, in its lists and in the record as soon as it is published",
    { timeout: 60_000 },
    async () => {
      const owner = await cookieOf("owner");
      await publishArticle(owner);
      const html = await readText(path);
      expect(wordsOf(html)).toMatch(/The seller’s note .* What to agree .* Read next/s);
      expect(html).toContain('"headline":"The seller’s note"');
      expect(html).toContain('"image":"http://localhost:3000/share/blog.png"');
      expect(await readText("/blog")).toMatch(new RegExp(`content="Seven articles .*href="${path}"`, "s"));
      for (const file of ["/sitemap.xml", "/blog/rss.xml", "/llms.txt", "/compliance-dashboard"]) {
        expect(await readText(file)).toContain(path);
      }
      // The menu of each page has room for six articles.
      expect(await readText("/")).not.toContain(path);
      expect(await readText("/blog/another", 404)).toContain("Oops! Page not found");
      expect((await site.request("/blog/The-Sellers-Note")).headers.get("location")).toBe(path);
      expect(wordsOf(await page("/admin/record", owner))).toContain("The seller’s note");
      expect(await listCaptured()).toContain(path);
    },
  );

  test(
    "is withdrawn after approval, answers like an unknown path, and stays in the record",
    { timeout: 60_000 },
    async () => {
      const owner = await cookieOf("owner");
      await publishArticle(owner);
      await post(contentPath("articles"), owner, { do: "start" });
      const withdrawn = await post(part, owner, await fill(part, owner, { do: `remove:${slug}` }));
      expect(withdrawn.headers.get("location")).toBe(contentPath("articles", { done: "withdrawn" }));
      expect((await site.request(path)).status).toBe(200);
      const general = contentPath("articles");
      await post(general, owner, await fill(general, owner, { reason: "Outdated", do: "submit" }));
      await approve(owner, 3);
      expect(await readText(path, 404)).toContain("Oops! Page not found");
      expect(await readText("/sitemap.xml")).not.toContain(path);
      expect(await listCaptured()).toContain(path);
    },
  );

  test("is not withdrawn while the text of another page links to it", async () => {
    const { inUse, captureRelease } = site.publishing();
    const { "why-plan-before-loi": _, ...articles } = { ...articleSources };
    const captured = await captureRelease({ number: 2, documents: { ...inUse().documents, articles } });
    expect(captured).toMatchObject({ ok: false, reason: "links" });
    expect("links" in captured ? captured.links : []).toContainEqual({
      path: "/linkedin-live-signup",
      target: "/blog/why-plan-before-loi",
    });
  });
});

/** The paths in the archive. */
async function listCaptured(): Promise<string[]> {
  const rows = await site.db.selectFrom("archiveCaptures").select("path").distinct().execute();
  return rows.map((row) => row.path);
}
