import type { Generated } from "kysely";

/**
 * Table `archive_contents`: bytes of pages and files as published. Owner: compliance. Personal data: none. Never deleted; the database
 * rejects changes.
 */
export type ArchiveContentsTable = {
  /** SHA-256 of the uncompressed bytes, in hexadecimal. */
  hash: string;
  encoding: ContentEncoding;
  bytes: Buffer;
};

export type ContentEncoding = "identity" | "br";

/**
 * Table `archive_entries`: the hash chain of releases and of states within them. Owner: compliance. Personal data: none. Never deleted; the
 * database rejects changes.
 */
export type ArchiveEntriesTable = {
  /** 1 for the first entry, without gaps. */
  position: number;
  /** A release lists every page and file, a state those that changed within its release. */
  kind: EntryKind;
  /** The position of the release that the entry belongs to. */
  release: number;
  recordedAt: Date;
  author: string;
  approver: string;
  reason: string;
  build: string | null;
  /** Identifies what the build published. Only releases of earlier versions have one. */
  siteDigest: string | null;
  previousHash: string | null;
  hash: string;
};

export type EntryKind = "release" | "state";

/**
 * Table `archive_captures`: the pages and files of an entry. Owner: compliance. Personal data: none. Never deleted; the database rejects
 * changes.
 */
export type ArchiveCapturesTable = {
  position: number;
  path: string;
  /** The title of a page; null for files. */
  title: string | null;
  contentHash: string;
  /** Status and headers. */
  responseHash: string;
  /** The words of a page; null for files. */
  textHash: string | null;
};

/**
 * Table `archive_checks`: when a server last compared its site with a release. Owner: compliance. Personal data: none. Kept permanently,
 * one row for each release.
 */
export type ArchiveChecksTable = {
  release: number;
  checkedAt: Date;
};

/**
 * Table `chain_verifications`: results of verifications of both chains. Owner: compliance. Personal data: none. Kept like `audit_events`,
 * because earlier hashes show that later entries were removed.
 */
export type ChainVerificationsTable = {
  id: Generated<number>;
  chain: ChainName;
  verifiedAt: Generated<Date>;
  /** The last entry or link at that time; null for an empty chain. */
  position: number | null;
  hash: string | null;
  problems: number;
  firstProblem: string | null;
};

export type ChainName = "site" | "audit";
