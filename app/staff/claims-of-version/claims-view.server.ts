import { findContent } from "#app/compliance/archive/content-store.server.ts";
import { listClaimsOfVersion } from "#app/compliance/claims/list-claims.server.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type ClaimView, createClaimView } from "#app/staff/claims/claim-view.ts";
import { practice } from "#content/practice.ts";

/** The claims of the displayed version of a page, with their status today. */
export type ClaimsOfVersionView = {
  claims: readonly ClaimView[];
  total: number;
  unknown: number;
  today: string;
};

/** The page of the register has no limit. */
const maxClaims = 100;

/** @param contentHash the hash of the displayed version */
export async function viewClaimsOfVersion(
  { db, clock }: { db: Parameters<typeof findContent>[0]; clock: Clock },
  contentHash: string,
): Promise<ClaimsOfVersionView> {
  const html = (await findContent(db, contentHash))?.toString("utf8") ?? "";
  const { claims, unknown } = await listClaimsOfVersion(db, html);
  const now = clock.now();
  return {
    claims: claims.slice(0, maxClaims).map((claim) => createClaimView(claim, now)),
    total: claims.length + unknown,
    unknown,
    today: shortDayIn(practice.timeZone, now),
  };
}
