import { AsyncLocalStorage } from "node:async_hooks";
import { provideDocuments, type ReleaseDocuments } from "#content/release/release.ts";
import type { Release, Releases } from "./release.ts";

const rendered = new AsyncLocalStorage<ReleaseDocuments>();

/**
 * Makes the content of the process that of the published release. During a call of `withDocuments`, the documents of that call are in use.
 * @returns makes the files the content again
 */
export function provideReleases(releases: Releases): () => void {
  provideDocuments(() => rendered.getStore() ?? releases.inUse().documents);
  return () => provideDocuments(() => rendered.getStore());
}

/** Runs a function that reads content, such as the rendering of a page. All of its reads, also after a wait, are of one release. */
export function withDocuments<Result>({ documents }: Pick<Release, "documents">, read: () => Result): Result {
  return documents === undefined ? read() : rendered.run(documents, read);
}
