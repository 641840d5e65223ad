import { shortDate } from "#app/platform/calendar/long-date.ts";
import { type ClaimStatus, claimStatusNames } from "#app/compliance/claims/claim-status.messages.ts";
import { findStatusOn } from "#app/compliance/claims/claim-status-on.ts";
import type { ListedClaim } from "#app/compliance/claims/list-claims.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import type { AddedClaim } from "#app/publishing/publication/capture-release.server.ts";
import type { DraftClaim } from "#app/staff/content-preview/typed-claims.ts";
import { claimPath, evidencePath } from "#app/staff/paths/record-path.ts";
import { practice } from "#content/practice.ts";
import { claimTexts } from "./draft-claims.messages.ts";

/** A claim that a change adds, with its evidence. Texts that do not apply are empty. */
export type AddedClaimView = {
  figure: string;
  sentence: string;
  page: string;
  badge: { label: string; tone: "high" | "low" | "bad" | "middle" };
  /** The page of the claim; undefined if the register does not contain it. */
  path: string | undefined;
  file: { path: string; name: string } | undefined;
  link: string;
  note: string;
  asOf: string;
  expires: string;
  reason: string;
  source: string;
  decided: string;
};

/** The claims of a change, as its page displays them. */
export type ChangeClaims = {
  /** Those that must be decided before it is published. */
  open: readonly DraftClaim[];
  /** All that it adds to the site, with their evidence. */
  added: readonly AddedClaimView[];
};

/**
 * @param known the claim in the register
 * @param today ISO date in the firm's time zone
 */
export function createAddedClaimView(
  { figure, sentence, path, source }: AddedClaim,
  known: ListedClaim | undefined,
  today: string,
): AddedClaimView {
  return {
    figure,
    sentence,
    page: path,
    badge: createBadge(known, source, today),
    path: known === undefined ? undefined : claimPath(known.id),
    ...(known === undefined ? noDecision : viewDecision(known)),
    source: source ?? "",
  };
}

const noDecision = {
  file: undefined,
  link: "",
  note: "",
  asOf: "",
  expires: "",
  reason: "",
  decided: "",
} as const;

function viewDecision(
  claim: ListedClaim,
): Omit<AddedClaimView, "figure" | "sentence" | "page" | "badge" | "path" | "source"> {
  const { evidenceFile, evidenceName, decidedBy, decidedAt } = claim;
  return {
    file:
      evidenceFile === null
        ? undefined
        : { path: evidencePath(evidenceFile), name: evidenceName ?? claimTexts.storedFile },
    link: claim.evidenceUrl ?? "",
    note: claim.evidenceNote ?? "",
    asOf: formatDay(claim.asOf),
    expires: formatDay(claim.expiresOn),
    reason: claim.reason ?? "",
    decided:
      decidedBy === null || decidedAt === null
        ? ""
        : claimTexts.by(decidedBy, momentIn(practice.timeZone, decidedAt)),
  };
}

const tones: Partial<Record<ClaimStatus, AddedClaimView["badge"]["tone"]>> = {
  bound: "high",
  sourced: "high",
  expiring: "low",
  expired: "bad",
  undecided: "bad",
};

/** The status that the claim would have on the site today. */
function createBadge(
  known: ListedClaim | undefined,
  source: string | null,
  today: string,
): AddedClaimView["badge"] {
  const made =
    known === undefined || known.revision === 0
      ? undefined
      : {
          decision: known.reason === null ? ("bound" as const) : ("waived" as const),
          expiresOn: known.expiresOn,
        };
  const status = findStatusOn(today, made, source);
  return { label: claimStatusNames[status], tone: tones[status] ?? "middle" };
}

function formatDay(day: string | null): string {
  return day === null ? "" : shortDate(day);
}
