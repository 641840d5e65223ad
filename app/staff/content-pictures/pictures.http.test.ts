import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { pages } from "#app/pages/registry.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { articleSources } from "#content/article-format/article-sources.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp();
const { audited, cookieOf, page } = asStaff(site);
const { path } = pages.contentPictures;

beforeEach(async () => {
  const clock = { now: () => new Date() };
  await compareFiles({ db: site.db, clock, log: silentLog, builtAt: new Date(0) });
  await site.publishing().refresh();
});

async function upload(cookie: string, file: Blob | undefined, alt: string, origin = testSiteUrl) {
  const body = new FormData();
  body.set("alt", alt);
  if (file !== undefined) body.set("file", file, "any-name.txt");
  return site.request(path, { method: "POST", headers: { cookie, origin }, body });
}

async function photograph(width = 1000, height = 600): Promise<Blob> {
  const background = { r: 30, g: 74, b: 59 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}

describe("an uploaded picture", () => {
  test("has a line for articles, is served to everyone, and is part of the release and its copy in the archive @long", async () => {
    const cookie = await cookieOf("staff");
    const uploaded = await upload(cookie, await photograph(), "A [green] field");
    expect(uploaded.headers.get("location")).toBe(`${path}?done=uploaded`);
    const again = await upload(cookie, await photograph(), "Another text");
    expect(again.headers.get("location")).toBe(`${path}?done=known`);
    expect(await audited("content-picture-uploaded")).toHaveLength(1);
    const html = await page(path, cookie);
    const [, address = ""] = /value="!\[A \\\[green\\\] field\]\(([^)]*)\)"/.exec(html) ?? [];
    expect(address).toMatch(/^\/pictures\/[0-9a-f]{32}-1000x600\.webp$/);

    const served = await site.request(address);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(await sharp(await served.arrayBuffer()).metadata()).toMatchObject({ width: 1000, height: 600 });
    const small = address.replace(".webp", "-480.webp");
    expect((await site.request(small)).status).toBe(200);
    for (const other of [address.replace("x600", "x601"), address.replace(".webp", "-481.webp")]) {
      expect((await site.request(other)).status).toBe(404);
    }

    const { inUse, captureRelease, renderWith } = site.publishing();
    const withPicture = (source: string) => ({
      number: 2,
      documents: {
        ...inUse().documents,
        articles: {
          ...articleSources,
          "why-plan-before-loi": `${articleSources["why-plan-before-loi"]}\n![A field](${source})\n`,
        },
      },
    });
    const article = await renderWith(withPicture(address), "/blog/why-plan-before-loi");
    expect(article).toContain(`width="1000" height="600" alt="A field" loading="lazy"`);
    expect(article).toContain(`${small} 480w`);
    expect(article.indexOf(".prose img{")).toBeLessThan(article.indexOf("</head>"));
    expect((await captureRelease(withPicture(address))).ok).toBe(true);
    const missing = address.replace(/[0-9a-f]{32}/, "0".repeat(32));
    expect(await captureRelease(withPicture(missing))).toMatchObject({
      ok: false,
      links: [{ path: "/blog/why-plan-before-loi", target: missing }],
    });
  });
});

describe("an upload is refused", () => {
  test.each([
    ["without a file", undefined, "A field", "Choose a file."],
    ["without a description", "picture", " ", "Enter alternative text."],
    [
      "of a drawing",
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "A field",
      "is not a JPEG, PNG, WebP or AVIF",
    ],
    ["of more than 10 MB", "x".repeat(10 * 1024 * 1024 + 1), "A field", "is larger than 10 MB"],
  ])("%s, and keeps the description", async (_, content, alt, message) => {
    const file = content === "picture" ? await photograph() : content && new Blob([content]);
    const refused = await upload(await cookieOf("staff"), file === "" ? undefined : file, alt);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(wordsOf(html)).toContain(message);
    if (alt !== " ") expect(html).toContain(`value="${alt}"`);
  });

  test("from accounts that cannot edit, from other sites, and without a session before the body is read", async () => {
    const file = await photograph();
    const large = new Blob(["x".repeat(300_000)]);
    expect((await upload(await cookieOf("examiner"), file, "A field")).status).toBe(403);
    expect((await upload(await cookieOf("owner"), file, "A field", "https://other.example")).status).toBe(
      403,
    );
    expect((await upload("", large, "A field")).status).toBe(413);
    expect((await upload(await cookieOf("examiner"), large, "A field")).status).toBe(413);
    expect(await site.db.selectFrom("contentPictures").select("id").execute()).toEqual([]);
  });
});
