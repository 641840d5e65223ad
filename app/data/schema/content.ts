import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/**
 * Table `content_bodies`: versions of the documents of the site, each once. Owner: publishing. Personal data: none of leads; the site names
 * colleagues. Never deleted; the database rejects changes.
 */
export type ContentBodiesTable = {
  /** SHA-256 of the body, in hexadecimal. */
  hash: string;
  /** JSON text. */
  body: string;
};

/**
 * Table `content_releases`: what the site published, and when. Owner: publishing. Personal data: the email addresses of the colleagues who
 * wrote and approved it. Never deleted; the database rejects changes.
 */
export type ContentReleasesTable = {
  /** 1 for the first release, without gaps. */
  number: number;
  publishedAt: Date;
  kind: ReleaseKind;
  author: string;
  approver: string;
  reason: string;
  /** The release whose documents this one restores. */
  restores: number | null;
};

/** From the files of the first build, by a change of a document, or by restoring an earlier release. */
export type ReleaseKind = "files" | "change" | "restored";

/**
 * Table `content_release_documents`: the documents of a release. Owner: publishing. Personal data: none. Never deleted; the database rejects
 * changes.
 */
export type ContentReleaseDocumentsTable = {
  release: number;
  document: string;
  hash: string;
};

/**
 * Table `content_files`: the version of each document in the files of the latest build that was compared with the published version. Owner:
 * publishing. Personal data: none. One row for each document.
 */
export type ContentFilesTable = {
  document: string;
  hash: string;
  /** When the build was made. */
  builtAt: Date;
};

/**
 * Table `content_changes`: drafts of documents, with their approval and publication. Owner: publishing. Personal data: the email addresses of
 * colleagues. Kept permanently, as a record of approvals.
 */
export type ContentChangesTable = {
  id: Generated<string>;
  /** Null for a change that restores a release. */
  document: string | null;
  restores: number | null;
  /** The latest release when a change that restores one was submitted. Null for other changes. */
  latestRelease: number | null;
  origin: ChangeOrigin;
  state: ChangeState;
  /** JSON text; null for a change that restores a release. */
  body: string | null;
  /** The version in the files, for a change that began with a build. */
  fileHash: string | null;
  /** The published version that this one was written for. */
  baseHash: string | null;
  /** Fields that both the files and a published change have changed. */
  conflicts: FieldPaths;
  revision: Generated<number>;
  reason: Generated<string>;
  createdAt: Date;
  savedAt: Date;
  /** Who saved it last, or began it. */
  author: string;
  /** All who saved a version of it. */
  authors: Generated<string[]>;
  submittedAt: Date | null;
  submittedBy: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  decisionReason: string | null;
  /** Decisions that a later decision or a new build replaced, oldest first. The database adds them. */
  earlierDecisions: GeneratedAlways<EarlierDecisions>;
  /** When an approved change is published. */
  publishAt: Date | null;
  /** Why an approved change could not be published at its time. */
  failure: string | null;
  release: number | null;
};

/** @property at ISO time */
export type EarlierDecisions = readonly { at: string; by: string | null; reason: string | null }[];

/**
 * Table `content_pictures`: pictures of articles. Owner: publishing. Personal data: the email addresses of the colleagues who uploaded them.
 * Never deleted; the database rejects changes.
 */
export type ContentPicturesTable = {
  /** The first 128 bits of the SHA-256 of the widest file, in hexadecimal. */
  id: string;
  width: number;
  height: number;
  alt: string;
  uploadedAt: Date;
  uploadedBy: string;
};

/**
 * Table `content_picture_files`: the files of pictures, one for each width. Owner: publishing. Personal data: none of leads. Metadata of the
 * uploaded file, such as a location, is removed. Never deleted; the database rejects changes.
 */
export type ContentPictureFilesTable = {
  picture: string;
  width: number;
  /** WebP. */
  bytes: Buffer;
};

/** Written as JSON text. */
export type FieldPaths = ColumnType<string[], string | undefined, string>;

export type ChangeOrigin = "browser" | "files";

export type ChangeState = "draft" | "submitted" | "approved" | "published" | "rejected" | "discarded";
