import { withFixedFields } from "#app/publishing/documents/fixed-fields.server.ts";
import type { DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import type { Release } from "#app/publishing/releases/release.ts";

type Candidate = { key: string; published: Release; release: Release };

/** The drafts that were displayed last, so that the pages of a draft that is displayed again are not rendered again. */
let candidates: readonly Candidate[] = [];

const maxCandidates = 3;

/**
 * The published release with a draft, which may have mistakes. The same object for the same draft, because its pages are kept by object.
 */
export function createDraftRelease(published: Release, name: DocumentName, draft: object): Release {
  const key = `${name} ${JSON.stringify(draft)}`;
  const known = candidates.find((each) => each.key === key && each.published === published);
  const candidate = known ?? {
    key,
    published,
    release: {
      number: published.number,
      documents: { ...published.documents, [name]: withFixedFields(name, draft) },
      ...(published.versions && { versions: new Map([...published.versions, [name, key]]) }),
    },
  };
  candidates = [candidate, ...candidates.filter((each) => each !== known)].slice(0, maxCandidates);
  return candidate.release;
}
