import type { ReleaseDocuments } from "#content/release/release.ts";

/** The content of the site at one time. */
export type Release = {
  /** 1 for the first release; 0 in development, where the files are in use. */
  number: number;
  /** Undefined if the files are in use. */
  documents: ReleaseDocuments | undefined;
  /** The version of each document, such as its hash. Two releases with the same version have the same document. */
  versions?: ReadonlyMap<string, string>;
};

/** The releases of the program, from memory. */
export type Releases = {
  /** The published release. The same object until another one is published. */
  inUse(): Release;
};

/** Whether some documents are the same in two releases. False if their versions are not known. */
export function haveSameDocuments(one: Release, other: Release, names: Iterable<string>): boolean {
  if (one === other) return true;
  const { versions } = one;
  if (versions === undefined || other.versions === undefined) return false;
  for (const name of names) {
    if (!versions.has(name) || versions.get(name) !== other.versions.get(name)) return false;
  }
  return true;
}

/** The content of the files, for development and for tests without a database. */
export const fileRelease: Release = { number: 0, documents: undefined };
