import { registerClaims } from "#app/compliance/claims/draft-claims.server.ts";
import { findClaimsByIdentity } from "#app/compliance/claims/list-claims.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { AppError } from "#app/platform/errors.ts";
import { checkDocument } from "#app/publishing/documents/check-document.server.ts";
import type { Json } from "#app/publishing/documents/json.ts";
import type { DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import type { BlockingClaim } from "#app/publishing/publication/capture-release.server.ts";
import type { PublishDeps } from "#app/publishing/publication/publish-change.server.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import type { Release } from "#app/publishing/releases/release.ts";
import type { DraftClaim } from "#app/staff/content-preview/typed-claims.ts";
import { listPreviewPages } from "#app/staff/content-preview/preview-pages.server.ts";
import { createDraftRelease } from "#app/staff/content-preview/draft-release.server.ts";
import { decideClaimsPath } from "#app/staff/paths/record-path.ts";
import { practice } from "#content/practice.ts";
import { type AddedClaimView, createAddedClaimView } from "./added-claim-view.ts";

type Deps = Pick<PublishDeps, "clock" | "db"> & { publishing: Publishing };

/** The form about several claims displays at most this many. */
const maxDecided = 25;

/** The claims that block a draft. Undefined while its pages cannot be rendered; the draft must stay open, so that it can be corrected. */
export async function listDraftClaims(
  deps: Pick<Deps, "publishing">,
  name: DocumentName,
  document: Json,
): Promise<DraftClaim[] | undefined> {
  const claims = await searchDraft(name, document, deps, deps.publishing.listOpenClaims);
  return claims?.map(toDraftClaim);
}

function toDraftClaim({ figure, sentence, path, reason }: BlockingClaim): DraftClaim {
  return { figure, sentence, path, reason };
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
  const claims = await searchDraft(name, document, deps, deps.publishing.listOpenClaims);
  return claims === undefined || claims.length === 0 ? undefined : registerBlockingClaims(deps, claims, name);
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
  return decideClaimsPath(await registerClaims(deps, claims.slice(0, maxDecided)), {
    document: name,
  });
}

/** The claims that a draft adds to the site, with their evidence. Undefined while its pages cannot be rendered. */
export async function listAddedClaims(
  deps: Pick<Deps, "clock" | "db" | "publishing">,
  name: DocumentName,
  document: Json,
): Promise<AddedClaimView[] | undefined> {
  const claims = await searchDraft(name, document, deps, deps.publishing.listAddedClaims);
  if (claims === undefined) return undefined;
  const identities = claims.map(({ identity }) => identity);
  const registered = await findClaimsByIdentity(deps.db, identities);
  const today = dayIn(practice.timeZone, deps.clock.now());
  return claims.map((claim) => createAddedClaimView(claim, registered.get(claim.identity), today));
}

/** @param search the function that searches the pages of a release */
async function searchDraft<Claim>(
  name: DocumentName,
  document: Json,
  { publishing }: Pick<Deps, "publishing">,
  search: (release: Release, paths: readonly string[]) => Promise<readonly Claim[]>,
): Promise<readonly Claim[] | undefined> {
  const checked = checkDocument(name, document);
  if (!checked.ok) return undefined;
  const release = createDraftRelease(publishing.inUse(), name, checked.value);
  const paths = listPreviewPages(name, document).map(({ path }) => path);
  try {
    return await search(release, paths);
  } catch (error) {
    // The renderer has logged why the page failed.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
