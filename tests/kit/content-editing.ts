import { beforeEach, expect } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { contentPath } from "#app/staff/content-form/content-path.ts";
import { wordsOf } from "#tests/spec/markup.ts";
import type { testApp } from "./app.ts";
import { asStaff } from "./as-staff.ts";

/** The part of the home page’s form that the tests edit, and its field. */
export const closing = contentPath("home", { part: "closing" });
export const note = "content.closing.note";

/** Edits the content of a site over HTTP, as staff do. The content of the files is published before each test. */
export function contentEditing(site: ReturnType<typeof testApp>) {
  const staff = asStaff(site);
  const { page, post } = staff;

  beforeEach(async () => {
    const clock = { now: () => new Date() };
    await compareFiles({ db: site.db, clock, log: silentLog, builtAt: new Date(0) });
    await site.publishing().refresh();
  });

  /** The fields with which the form was filled in, and those that a person types. */
  async function fill(path: string, cookie: string, typed: Record<string, string>) {
    const html = await page(path, cookie);
    const read = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
    return { id: read("id"), revision: read("revision"), seen: read("seen"), ...typed };
  }

  /** Starts a draft of a document. */
  async function start(cookie: string, document = "home") {
    const started = await post(contentPath(document), cookie, { do: "start" });
    expect(started.headers.get("location")).toBe(contentPath(document, { done: "started" }));
  }

  /** Starts a draft of the home page, edits the note and submits it for approval. */
  async function submit(cookie: string, text = "Bring your questions.") {
    await start(cookie);
    const fields = await fill(closing, cookie, { [note]: text, reason: "Shorter", do: "submit" });
    const submitted = await post(closing, cookie, fields);
    expect(submitted.headers.get("location")).toBe(contentPath("home", { done: "submitted" }));
  }

  return {
    ...staff,
    fill,
    start,
    submit,
    words: async (path: string, cookie: string) => wordsOf(await page(path, cookie)),
  };
}
