import type { ReleaseDocuments } from "#content/release/release.ts";

/** The content of the site at one time. */
export type Release = {
  /** 1 for the first release; 0 in development, where the files are in use. */
  number: number;
  /** Undefined if the files are in use. */
  documents: ReleaseDocuments | undefined;
};

/** The releases of the program, from memory. */
export type Releases = {
  /** The published release. The same object until another one is published. */
  inUse(): Release;
};

/** The content of the files, for development and for tests without a database. */
export const fileRelease: Release = { number: 0, documents: undefined };
