import { createTimeBudget, type TimeBudget } from "#app/compliance/archive/compare-texts.ts";
import type { PublishingDatabase } from "#app/publishing/changes/edit-changes.server.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { type Change, findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { parseJson } from "#app/publishing/documents/json.ts";
import {
  findRelease,
  type ListedRelease,
  listReleases,
  loadReleaseBodies,
} from "#app/publishing/releases/list-releases.server.ts";
import type { Release } from "#app/publishing/releases/release.ts";
import { findLatestRelease, listDocumentHashes } from "#app/publishing/releases/release-store.server.ts";
import { siteDocuments, isDocumentName } from "#app/publishing/documents/site-documents.server.ts";
import { createCandidate, readRelease } from "#app/publishing/publication/create-candidate.server.ts";
import type { PublishDeps } from "#app/publishing/publication/publish-change.server.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import type { ChangeClaims } from "#app/staff/content-claims/added-claim-view.ts";
import { registerReleaseClaims, viewReleaseClaims } from "#app/staff/content-claims/draft-claims.server.ts";
import { releaseTexts } from "./review.messages.ts";
import {
  type AccessView,
  compareFields,
  type FieldChange,
  formatMoment,
  viewAccess,
} from "./version-view.server.ts";

export type ReleaseRow = {
  number: number;
  published: string;
  people: string;
  reason: string;
  /** Titles of documents. The first release changed all. */
  changed: readonly string[];
  isLive: boolean;
};

export type DocumentChanges = { title: string; fields: readonly FieldChange[]; count: number };

export type ReleaseView = {
  number: number;
  facts: readonly (readonly [string, string])[];
  isFirst: boolean;
  isLive: boolean;
  changes: readonly DocumentChanges[];
  /** What restoring it would change; empty for the live release. */
  restoring: readonly DocumentChanges[];
  /** The claims that the open change adds; undefined without one, or if it cannot be published as it is. */
  claims: ChangeClaims | undefined;
  /** The open change that restores this release. */
  change: { id: string; revision: number; state: Change["state"]; reason: string } | undefined;
  /** Another release waits to be restored. */
  otherOpen: number | undefined;
  access: AccessView;
};

type ReleaseDeps = Pick<PublishDeps, "clock" | "db" | "log"> & { publishing: Publishing };

const pageSize = 25;

export async function viewReleases(
  db: PublishingDatabase,
  before: number | undefined,
): Promise<{ rows: ReleaseRow[]; olderThan: number | undefined }> {
  const [releases, latest] = await Promise.all([
    listReleases(db, { before, limit: pageSize + 1 }),
    findLatestRelease(db),
  ]);
  const listed = releases.slice(0, pageSize);
  return {
    rows: listed.map((release) => viewRow(release, latest)),
    olderThan: releases.length > pageSize ? listed.at(-1)?.number : undefined,
  };
}

function viewRow(release: ListedRelease, latest: number | undefined): ReleaseRow {
  const { number, publishedAt, author, approver, reason, restores, changed } = release;
  return {
    number,
    published: formatMoment(publishedAt),
    people: releaseTexts.people(author, approver),
    reason: restores === null ? reason : `${releaseTexts.restores(restores)} ${reason}`,
    changed: number === 1 ? [releaseTexts.all] : changed.map(titleOf),
    isLive: number === latest,
  };
}

export async function viewRelease(
  deps: ReleaseDeps,
  number: number,
  staff: Staff,
): Promise<ReleaseView | undefined> {
  const { db } = deps;
  const [release, latest, open] = await Promise.all([
    findRelease(db, number),
    findLatestRelease(db),
    findOpenChange(db, null),
  ]);
  if (release === undefined || latest === undefined) return undefined;
  const isOpen = open?.restores === number;
  const budget = createTimeBudget();
  return {
    number,
    facts: listFacts(release),
    isFirst: number === 1,
    isLive: number === latest,
    changes: number === 1 ? [] : await compareReleases(db, [number - 1, number], { budget }),
    restoring:
      number === latest ? [] : await compareReleases(db, [latest, number], { budget, isRestoration: true }),
    claims: isOpen ? await viewClaims(deps, open) : undefined,
    change: isOpen ? viewOpen(open) : undefined,
    otherOpen: isOpen ? undefined : findRestored(open),
    access: viewAccess(staff, isOpen ? open : undefined, deps.publishing.requiresSecondPerson),
  };
}

async function viewClaims(deps: ReleaseDeps, change: Change): Promise<ChangeClaims | undefined> {
  const release = await readCandidate(deps, change);
  return release === undefined ? undefined : viewReleaseClaims(deps, release);
}

/** The release that was displayed last, as the same object, because its rendered pages are kept by object. */
let shown: { key: string; release: Release } | undefined;

async function readCandidate(deps: ReleaseDeps, change: Change): Promise<Release | undefined> {
  const candidate = await createCandidate(deps.db, change);
  if (!candidate.ok) return undefined;
  const key = `${change.id} ${candidate.number}`;
  if (shown?.key === key) return shown.release;
  const release = await readRelease(deps, candidate);
  if (release !== undefined) shown = { key, release };
  return release;
}

/**
 * Adds the claims that block the open change that restores a release to the register.
 * @returns the URL of the form for deciding the claims; undefined if no claim needs a decision
 */
export async function registerRestoredClaims(deps: ReleaseDeps, number: number): Promise<string | undefined> {
  const open = await findOpenChange(deps.db, null);
  const release = open?.restores === number ? await readCandidate(deps, open) : undefined;
  return release === undefined ? undefined : registerReleaseClaims(deps, release);
}

function findRestored(open: Change | undefined): number | undefined {
  return open?.restores ?? undefined;
}

function viewOpen({ id, revision, state, reason }: Change): ReleaseView["change"] {
  return { id, revision, state, reason };
}

function listFacts({ publishedAt, author, approver, reason, restores }: ListedRelease): ReleaseView["facts"] {
  const { facts } = releaseTexts;
  return [
    [facts.published, formatMoment(publishedAt)],
    [facts.author, author],
    [facts.approver, approver],
    [facts.reason, reason],
    ...(restores === null ? [] : [[facts.restores, releaseTexts.release(restores)] as const]),
  ];
}

/** @param options.isRestoration whether `to` would be restored, which keeps the documents that it lacks */
async function compareReleases(
  db: PublishingDatabase,
  [from, to]: readonly [number, number],
  { budget, isRestoration = false }: { budget: TimeBudget; isRestoration?: boolean },
): Promise<DocumentChanges[]> {
  const [before, after] = await Promise.all([listDocumentHashes(db, from), listDocumentHashes(db, to)]);
  const removable = isRestoration ? [] : before.keys();
  const names = [...new Set([...after.keys(), ...removable])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const [old, current] = await Promise.all([
    loadReleaseBodies(db, from, names),
    loadReleaseBodies(db, to, names),
  ]);
  return names.map((name) => ({
    title: titleOf(name),
    ...compareFields(
      name,
      parseJson(old.get(name) ?? "null"),
      parseJson(current.get(name) ?? "null"),
      budget,
    ),
  }));
}

function titleOf(name: string): string {
  return isDocumentName(name) ? siteDocuments[name].title : name;
}
