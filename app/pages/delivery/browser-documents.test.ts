import { afterEach, expect, test } from "vitest";
import { practice } from "#content/practice.ts";
import { fileVersion, provideDocuments, type ReleaseDocuments } from "#content/release/release.ts";
import { contentDocuments } from "#content/validation/documents.ts";
import { listBrowserDocuments, listFormDocuments } from "./browser-documents.ts";

/** The files as a release stores them. */
const stored: ReleaseDocuments = Object.fromEntries(
  Object.entries(contentDocuments).map(([name, { schema, view }]) => [
    name,
    schema.parse(fileVersion(view)) as object,
  ]),
);

afterEach(() => provideDocuments(() => undefined));

test("a page passes no documents to its scripts if the release has the content of the files", () => {
  provideDocuments(() => stored);
  expect(listBrowserDocuments()).toBeUndefined();
  expect(listFormDocuments()).toBeUndefined();
});

test("a page passes changed documents to its scripts", () => {
  const changed = { ...fileVersion(practice), phone: "(512) 555-0199" };
  provideDocuments(() => ({ ...stored, practice: changed }));
  expect(Object.keys(listBrowserDocuments() ?? {})).toEqual(["practice"]);
  expect(listFormDocuments()).toContain("555-0199");
});
