import { registerClaims } from "#app/compliance/claims/draft-claims.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { checkDocument } from "#app/publishing/documents/check-document.server.ts";
import { withFixedFields } from "#app/publishing/documents/fixed-fields.server.ts";
import type { Json } from "#app/publishing/documents/json.ts";
import type { DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import type { PublishDeps } from "#app/publishing/publication/publish-change.server.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import { listPreviewPages } from "#app/staff/content-preview/preview-pages.server.ts";
import { decideClaimsPath } from "#app/staff/paths/record-path.ts";

/** A claim that must be bound to evidence or waived before a change is published. */
export type DraftClaim = {
  figure: string;
  sentence: string;
  path: string;
  reason: "undecided" | "expired";
};

type Deps = Pick<PublishDeps, "clock" | "db"> & { publishing: Publishing };

/** The form about several claims displays at most this many. */
const maxDecided = 25;

/** The claims that block a draft. Undefined while its pages cannot be rendered; the draft must stay open, so that it can be corrected. */
export async function listDraftClaims(
  deps: Pick<Deps, "publishing">,
  name: DocumentName,
  document: Json,
): Promise<DraftClaim[] | undefined> {
  const claims = await findClaims(deps, name, document);
  return claims?.map(({ figure, sentence, path, reason }) => ({ figure, sentence, path, reason }));
}

/**
 * Adds the claims of a draft to the register, so that they can be decided before the draft is published.
 * @returns the URL of the form about them; undefined if there are none
 */
export async function registerDraftClaims(
  deps: Deps,
  name: DocumentName,
  document: Json,
): Promise<string | undefined> {
  const claims = await findClaims(deps, name, document);
  if (claims === undefined || claims.length === 0) return undefined;
  const ids = await registerClaims(deps, claims.slice(0, maxDecided));
  return decideClaimsPath(ids);
}

async function findClaims({ publishing }: Pick<Deps, "publishing">, name: DocumentName, document: Json) {
  const checked = checkDocument(name, document);
  if (!checked.ok) return undefined;
  const { number, documents } = publishing.inUse();
  const release = { number, documents: { ...documents, [name]: withFixedFields(name, checked.value) } };
  const paths = listPreviewPages(name).map(({ path }) => path);
  try {
    return await publishing.listOpenClaims(release, paths);
  } catch (error) {
    // The renderer has logged why the page failed.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
