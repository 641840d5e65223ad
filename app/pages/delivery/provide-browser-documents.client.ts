import { provideDocuments, type ReleaseDocuments } from "#content/release/release.ts";

/** Makes documents that the server wrote into the page as JSON the content of its scripts. */
export function provideBrowserDocuments(json: string | null | undefined): void {
  if (json === null || json === undefined || json === "") return;
  // The server of the same build wrote them.
  const documents = JSON.parse(json) as ReleaseDocuments;
  provideDocuments(() => documents);
}
