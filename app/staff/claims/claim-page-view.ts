import type { findClaim } from "#app/compliance/claims/list-claims.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { recordPath } from "#app/staff/paths/record-path.ts";
import { timeIn } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { createClaimView, formatDay, readEvidence } from "./claim-view.ts";
import { claimPageTexts } from "./claims.messages.ts";

type FoundClaim = NonNullable<Awaited<ReturnType<typeof findClaim>>>;

const { timeZone } = practice;

/** A claim with its pages and history for the browser. */
export function createClaimPageView({ claim, pages, decisions, others }: FoundClaim, now: Date) {
  return {
    claim: createClaimView(claim, now),
    places: pages.map(({ path, since, until }) => ({
      path,
      to: until === null ? recordPath({ page: path }) : recordPath({ page: path, ...minuteBefore(until) }),
      period:
        until === null
          ? claimPageTexts.since(momentIn(timeZone, since))
          : claimPageTexts.period(momentIn(timeZone, since), momentIn(timeZone, until)),
    })),
    history: decisions.map((made) => ({
      revision: made.revision,
      isBound: made.decision === "bound",
      by: claimPageTexts.by(made.decidedBy, momentIn(timeZone, made.decidedAt)),
      evidence: readEvidence(made),
      asOf: formatDay(made.asOf),
      expires: formatDay(made.expiresOn),
      reason: made.reason ?? "",
    })),
    others,
  };
}

export type ClaimPageView = ReturnType<typeof createClaimPageView>;

/** The archive shows a page as it was at the end of a minute. */
function minuteBefore(at: Date): { date: string; time: string } {
  const before = new Date(at.getTime() - 60_000);
  return { date: dayIn(timeZone, before), time: timeIn(timeZone, before) };
}
