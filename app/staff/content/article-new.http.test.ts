import { beforeEach, describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { contentPath, newArticlePath } from "#app/staff/content-form/content-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp();
const { cookieOf, get, page, post } = asStaff(site);

beforeEach(async () => {
  const clock = { now: () => new Date() };
  await compareFiles({ db: site.db, clock, log: silentLog, builtAt: new Date(0) });
  await site.publishing().refresh();
});

describe("a new article", () => {
  test("is added to the draft of the articles, with blanks that are mistakes and without breaking previews", async () => {
    const cookie = await cookieOf("staff");
    expect(await page("/admin/content", cookie)).toContain(`href="${newArticlePath}"`);
    const created = await post(newArticlePath, cookie, { title: "The seller’s note: a primer", slug: "" });
    const slug = "the-sellers-note-a-primer";
    expect(created.headers.get("location")).toBe(
      contentPath("articles", { part: slug, page: `/blog/${slug}`, done: "added" }),
    );
    const editor = wordsOf(await page(created.headers.get("location") ?? "", cookie));
    expect(editor.includes(`topic: "" # One to three words before the date`)).toBe(true);
    expect(editor.includes("9 fields need a correction")).toBe(true);
    const preview = await get("/api/content/articles/preview?page=/blog/fiduciary-vs-broker", cookie);
    expect(preview.status).toBe(200);
    // Nothing is published yet.
    expect((await site.request(`/blog/${slug}`)).status).toBe(404);
  });

  test.each([
    [{ title: "", slug: "a-slug" }, "Enter a title."],
    [{ title: "税", slug: "" }, "Enter an address."],
    [{ title: "A title", slug: "No Spaces" }, "must consist of lowercase letters"],
    [{ title: "A title", slug: "feed" }, "is reserved"],
    [{ title: "A title", slug: "why-plan-before-loi" }, "There is already an article"],
  ])("is refused with %o, and keeps what was typed", async (typed, message) => {
    const cookie = await cookieOf("staff");
    const refused = await post(newArticlePath, cookie, typed);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(wordsOf(html)).toContain(message);
    expect(html).toContain(`value="${typed.slug}"`);
    expect(await findOpenChange(site.db, "articles")).toBeUndefined();
  });

  test("is refused for accounts that cannot edit", async () => {
    const cookie = await cookieOf("examiner");
    expect(await page("/admin/content", cookie)).not.toContain(newArticlePath);
    expect((await post(newArticlePath, cookie, { title: "A title", slug: "" })).status).toBe(403);
  });
});
