import { afterEach, expect, test } from "vitest";
import { derived, released } from "#content/release/release.ts";
import { noteAllDocuments, provideReleases, withDocuments } from "./documents-in-use.server.ts";

const heading = released("heading", { text: "Heading" });
const summary = released("summary", { text: "Summary" });
const release = { number: 1, documents: { heading: { text: "Published" } } };

let withdraw = provideReleases({ inUse: () => release });
afterEach(() => {
  withdraw();
  withdraw = provideReleases({ inUse: () => release });
});

/** The names of the documents that a function reads. */
async function listRead(read: () => unknown): Promise<string[]> {
  const names = new Set<string>();
  await withDocuments(release, read, names);
  return [...names];
}

test("the documents that a function reads are noted, also after a wait", async () => {
  const names = await listRead(async () => {
    expect(heading.text).toBe("Published");
    await Promise.resolve();
    expect(summary.text).toBe("Summary");
  });
  expect(names).toEqual(["heading", "summary"]);
});

test("who reads a derived value depends on its documents, although it was derived before", async () => {
  const upper = derived(() => heading.text.toUpperCase());
  const both = derived(() => `${upper()}: ${summary.text}`);
  expect(both()).toBe("PUBLISHED: Summary");
  expect(await listRead(() => both())).toEqual(["heading", "summary"]);
  expect(await listRead(() => upper())).toEqual(["heading"]);
});

test("who contains other pages depends on all documents, which no release has under one name", async () => {
  expect(await listRead(() => noteAllDocuments())).toEqual(["*"]);
});

test("reads of other functions are not noted", async () => {
  const names = await listRead(async () => {
    await listRead(() => heading.text);
    return summary.text;
  });
  expect(names).toEqual(["summary"]);
});
