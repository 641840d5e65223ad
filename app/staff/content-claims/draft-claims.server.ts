import { registerClaims } from "#app/compliance/claims/draft-claims.server.ts";
import { findClaimsByIdentity } from "#app/compliance/claims/list-claims.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { AppError } from "#app/platform/errors.ts";
import { checkDocument } from "#app/publishing/documents/check-document.server.ts";
import type { Json } from "#app/publishing/documents/json.ts";
import type { DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import type { BlockingClaim, ReleaseClaims } from "#app/publishing/publication/capture-release.server.ts";
import type { PublishDeps } from "#app/publishing/publication/publish-change.server.ts";
import { maxClaimsPerDecision } from "#app/compliance/claims/claim-limits.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import type { Release } from "#app/publishing/releases/release.ts";
import { listPreviewPages } from "#app/staff/content-preview/preview-pages.server.ts";
import { createDraftRelease } from "#app/staff/content-preview/draft-release.server.ts";
import { decideClaimsPath } from "#app/staff/paths/record-path.ts";
import { practice } from "#content/practice.ts";
import { type ChangeClaims, createAddedClaimView } from "./added-claim-view.ts";

type Deps = Pick<PublishDeps, "clock" | "db"> & { publishing: Publishing };

/** Undefined while the pages of a draft cannot be rendered; the draft must stay open, so that it can be corrected. */
export async function viewDraftClaims(
  deps: Deps,
  name: DocumentName,
  document: Json,
): Promise<ChangeClaims | undefined> {
  return viewClaims(deps, await searchDraft(name, document, deps));
}

/** @returns undefined if a page cannot be rendered with the release */
export async function viewReleaseClaims(deps: Deps, release: Release): Promise<ChangeClaims | undefined> {
  return viewClaims(deps, await searchPages(deps, release));
}

async function viewClaims(
  { clock, db }: Deps,
  found: ReleaseClaims | undefined,
): Promise<ChangeClaims | undefined> {
  if (found === undefined) return undefined;
  const { open, added } = found;
  const identities = added.map(({ identity }) => identity);
  const registered = await findClaimsByIdentity(db, identities);
  const today = dayIn(practice.timeZone, clock.now());
  return {
    open: open.map(({ figure, sentence, path, reason }) => ({ figure, sentence, path, reason })),
    added: added.map((claim) => createAddedClaimView(claim, registered.get(claim.identity), today)),
  };
}

/**
 * Adds the claims of a draft to the register, so that they can be decided before the draft is published.
 * @returns the URL of the form for deciding the claims; undefined if no claim needs a decision
 */
export async function registerDraftClaims(
  deps: Deps,
  name: DocumentName,
  document: Json,
): Promise<string | undefined> {
  return registerOpenClaims(deps, await searchDraft(name, document, deps), name);
}

/** Like `registerDraftClaims`, for a change that restores a release. */
export async function registerReleaseClaims(deps: Deps, release: Release): Promise<string | undefined> {
  return registerOpenClaims(deps, await searchPages(deps, release), undefined);
}

async function registerOpenClaims(
  deps: Deps,
  found: ReleaseClaims | undefined,
  name: string | undefined,
): Promise<string | undefined> {
  const open = found?.open ?? [];
  return open.length === 0 ? undefined : registerBlockingClaims(deps, open, name);
}

/**
 * Adds claims for which a change was not published to the register. They can be on pages that the preview does not list.
 * @param name the document to whose editor the form leads back
 * @returns the URL of the form about them
 */
export async function registerBlockingClaims(
  deps: Pick<Deps, "clock" | "db">,
  claims: readonly BlockingClaim[],
  name: string | undefined,
): Promise<string> {
  return decideClaimsPath(await registerClaims(deps, claims.slice(0, maxClaimsPerDecision)), {
    document: name,
  });
}

async function searchDraft(
  name: DocumentName,
  document: Json,
  deps: Pick<Deps, "publishing">,
): Promise<ReleaseClaims | undefined> {
  const checked = checkDocument(name, document);
  if (!checked.ok) return undefined;
  const release = createDraftRelease(deps.publishing.inUse(), name, checked.value);
  const paths = listPreviewPages(name, document).map(({ path }) => path);
  return searchPages(deps, release, paths);
}

/** @param paths all pages by default */
async function searchPages(
  { publishing }: Pick<Deps, "publishing">,
  release: Release,
  paths?: readonly string[],
): Promise<ReleaseClaims | undefined> {
  try {
    return await publishing.findClaims(release, paths);
  } catch (error) {
    // The renderer has logged why the page failed.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
