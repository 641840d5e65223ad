import type { Generated, GeneratedAlways } from "kysely";

/**
 * Table `claims`: statements of fact on the public site, each once. Owner: compliance. Personal data: none of leads; a sentence can name a
 * colleague, as the site does. Kept permanently, with the archive in which they appear.
 */
export type ClaimsTable = {
  id: GeneratedAlways<number>;
  /** SHA-256 of the normalized sentence and figure, in hexadecimal. */
  identity: string;
  kind: ClaimKind;
  figure: string;
  sentence: string;
  /** The source that the site itself names: the law beside a tax figure, or the regulatory document that alone contains the sentence. */
  source: string | null;
  /** Whether a page of the site contains it now. */
  isPublished: Generated<boolean>;
  /** When the first page with it was captured. */
  foundAt: Date;
  /** The number of decisions. */
  revision: Generated<number>;
  /** Of the latest decision. */
  decision: ClaimDecision | null;
  expiresOn: string | null;
};

export type ClaimKind = "experience" | "credential" | "percentage" | "dollars" | "count" | "superlative";

export type ClaimDecision = "bound" | "waived";

/**
 * Table `claim_pages`: the pages that contain a claim, or did. Owner: compliance. Personal data: none. Kept permanently, with the archive.
 */
export type ClaimPagesTable = {
  claimId: number;
  path: string;
  /** The entries of the archive with which the claim appeared on the page, and disappeared from it. */
  sincePosition: number;
  untilPosition: number | null;
};

/**
 * Table `claim_decisions`: the evidence of a claim, or why it needs none. Owner: compliance. Personal data: the email address of the
 * colleague who decided. Never deleted; the database rejects changes.
 */
export type ClaimDecisionsTable = {
  claimId: number;
  /** 1 for the first decision about the claim. */
  revision: number;
  decidedAt: Date;
  decidedBy: string;
  decision: ClaimDecision;
  evidenceUrl: string | null;
  evidenceNote: string | null;
  /** The hash of a file in `claim_evidence_files`. */
  evidenceFile: string | null;
  asOf: string | null;
  expiresOn: string | null;
  reason: string | null;
};

/**
 * Table `claim_evidence_files`: files that are the evidence of claims, each once. Owner: compliance. Personal data: the email address of the
 * colleague who uploaded it; none of leads, as the form asks. Never deleted; the database rejects changes.
 */
export type ClaimEvidenceFilesTable = {
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string;
  /** When it was first uploaded, in letters, digits, parentheses and hyphens. Null in rows of earlier versions. */
  name: string | null;
  mediaType: EvidenceMediaType;
  bytes: Buffer;
  uploadedAt: Date;
  uploadedBy: string;
};

export type EvidenceMediaType = "application/pdf" | "image/png" | "image/jpeg" | "text/plain" | "text/csv";

/**
 * Table `claim_scans`: the entries of the archive whose pages were searched for claims, and with which version of the rules. Owner:
 * compliance. Personal data: none. Kept permanently.
 */
export type ClaimScansTable = {
  position: number;
  finderVersion: number;
  scannedAt: Generated<Date>;
};
