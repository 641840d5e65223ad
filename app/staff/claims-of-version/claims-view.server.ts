import {
  type DisplayedVersion,
  listClaimsOfVersion,
} from "#app/compliance/claims-at-time/claims-of-version.server.ts";
import type { ListedClaim } from "#app/compliance/claims/list-claims.server.ts";
import { momentIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type ClaimView, createClaimView } from "#app/staff/claims/claim-view.ts";
import { practice } from "#content/practice.ts";
import { claimsOfVersionTexts as texts } from "./claims-of-version.messages.ts";

/** A claim with its status and decision at the displayed time. */
export type ClaimOfVersionView = ClaimView & {
  /** A sentence about the status today; undefined if nothing has changed since. */
  today: string | undefined;
};

/** The claims of the displayed version of a page. */
export type ClaimsOfVersionView = {
  claims: readonly ClaimOfVersionView[];
  total: number;
  unknown: number;
  moment: string;
};

/** The page of the register has no limit. */
const maxClaims = 100;

export async function viewClaimsOfVersion(
  { db, clock }: { db: Parameters<typeof listClaimsOfVersion>[0]; clock: Clock },
  version: DisplayedVersion,
): Promise<ClaimsOfVersionView> {
  const now = clock.now();
  const { claims, unknown } = await listClaimsOfVersion(db, version, now);
  return {
    claims: claims.slice(0, maxClaims).map(({ claim, today }) => ({
      ...createClaimView(claim, version.at),
      today: today === undefined ? undefined : describeToday(today, now),
    })),
    total: claims.length + unknown,
    unknown,
    moment: momentIn(practice.timeZone, version.at),
  };
}

/** @example "Today: Waived on Nov 30, 2026." */
function describeToday(claim: ListedClaim, now: Date): string {
  const isDecision = claim.status === "bound" || claim.status === "waived";
  const day =
    isDecision && claim.decidedAt !== null ? shortDayIn(practice.timeZone, claim.decidedAt) : undefined;
  return texts.today(createClaimView(claim, now).badge.label, day);
}
