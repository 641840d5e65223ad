import { expect, test } from "vitest";
import { isDocumentName, siteDocuments } from "#app/publishing/documents/site-documents.server.ts";
import { fileVersion } from "#content/release/release.ts";
import { testApp } from "#tests/kit/app.ts";

const site = testApp();

test.each(Object.keys(siteDocuments))(
  "after a change of “%s”, pages that are not rendered again are those that a rendering would not change",
  { timeout: 60_000 },
  async (name) => {
    const { inUse, renderWith } = site.publishing();
    const published = inUse();
    const file = readFile(name);
    const changed = changeTexts(file);
    const documents = { ...published.documents, [name]: changed };
    const versions = new Map([...(published.versions ?? []), [name, "changed"]]);
    const paths = site.pages().sharedPaths();
    const before = new Map<string, string | undefined>();
    for (const path of paths) before.set(path, (await site.pages().shared(path))?.html);
    const renderedAgain = new Map<string, string>();
    // Without versions, all pages are rendered again.
    for (const path of paths) renderedAgain.set(path, await renderWith({ number: 2, documents }, path));
    for (const path of paths) {
      const html = await renderWith({ number: 2, documents, versions }, path);
      expect(html === renderedAgain.get(path), path).toBe(true);
    }
    // Without clients who agreed, there are no testimonials.
    const hasTexts = JSON.stringify(changed) !== JSON.stringify(file);
    expect(paths.some((path) => renderedAgain.get(path) !== before.get(path))).toBe(hasTexts);
    expect(hasTexts || name === "testimonials").toBe(true);
  },
);

function readFile(name: string): object {
  if (!isDocumentName(name)) throw new Error(`There is no document ${name}.`);
  return fileVersion(siteDocuments[name].view);
}

/** Adds a word to each label and each text of at least three words. Shorter ones can be names, dates or addresses. */
function changeTexts(document: object): object {
  return Array.isArray(document)
    ? document.map((part) => changePart(part))
    : Object.fromEntries(Object.entries(document).map(([key, part]) => [key, changePart(part, key)]));
}

function changePart(part: unknown, key?: string): unknown {
  if (typeof part === "object" && part !== null) return changeTexts(part);
  const isText = typeof part === "string" && (key === "label" || part.split(" ").length >= 3);
  return isText ? `${part} Changed` : part;
}
