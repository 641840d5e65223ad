import { AsyncLocalStorage } from "node:async_hooks";
import { provideDocuments, type ReleaseDocuments } from "#content/release/release.ts";
import type { Release, Releases } from "./release.ts";

type Reading = {
  documents: ReleaseDocuments;
  /** Receives the names of the documents that are read. */
  names: Set<string> | undefined;
};

const readings = new AsyncLocalStorage<Reading>();

/**
 * Makes the content of the process that of the published release. During a call of `withDocuments`, the documents of that call are in use.
 * @returns makes the files the content again
 */
export function provideReleases(releases: Releases): () => void {
  const report = (name: string): void => {
    readings.getStore()?.names?.add(name);
  };
  provideDocuments(() => readings.getStore()?.documents ?? releases.inUse().documents, report);
  return () => provideDocuments(() => readings.getStore()?.documents, report);
}

/** No document has this name. */
const allDocuments = "*";

/** Notes that the calling function depends on all documents, because it contains other pages. */
export function noteAllDocuments(): void {
  readings.getStore()?.names?.add(allDocuments);
}

/**
 * Runs a function that reads content, such as the rendering of a page. All of its reads, also after a wait, are of one release.
 * @param names receives the names of the documents that the function reads. Those of a call inside it are not added
 */
export function withDocuments<Result>(
  { documents }: Pick<Release, "documents">,
  read: () => Result,
  names?: Set<string>,
): Result {
  return documents === undefined ? read() : readings.run({ documents, names }, read);
}
