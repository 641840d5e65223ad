import type { Transaction } from "kysely";
import type { ClaimKind } from "#app/data/schema/claims.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Release } from "#app/publishing/releases/release.ts";

/** Who wrote and approved a release, and why, as the archive displays it. */
export type Approval = { author: string; approver: string; reason: string };

/** A claim that must be bound to evidence or waived before a release is published. */
export type BlockingClaim = {
  identity: string;
  kind: ClaimKind;
  figure: string;
  sentence: string;
  path: string;
  /** `undecided`: the release adds it to the site, and no one has decided about it. `expired`: its evidence has expired. */
  reason: "undecided" | "expired";
};

/** A claim that a release adds to the site, whether or not it blocks it. */
export type AddedClaim = {
  identity: string;
  figure: string;
  sentence: string;
  path: string;
  /** The source that the site itself names. */
  source: string | null;
};

/** The claims that block a release, and all that it adds to the site. */
export type ReleaseClaims = { open: readonly BlockingClaim[]; added: readonly AddedClaim[] };

/** A page that refers to an article or a picture that does not exist. */
export type BrokenLink = { path: string; target: string };

export type CapturedRelease =
  | { ok: false; reason: "claims"; claims: readonly BlockingClaim[] }
  | { ok: false; reason: "links"; links: readonly BrokenLink[] }
  /** `store` adds what was rendered to the archive, in the transaction that publishes the release. */
  | { ok: true; store(trx: Transaction<Database>, approval: Approval): Promise<void> };

/**
 * Renders every page with the documents of a release that is about to be published, and finds the claims and links that block it. The
 * program injects it, because this area imports neither the pages nor the archive.
 * @throws if a page cannot be rendered
 */
export type CaptureRelease = (release: Release) => Promise<CapturedRelease>;
