import { shortDate } from "#app/platform/calendar/long-date.ts";
import type { ListedClaim } from "#app/compliance/claims/list-claims.server.ts";
import {
  claimKindNames,
  type ClaimStatus,
  claimStatusNames,
} from "#app/compliance/claims/claim-status.messages.ts";
import { dayIn, daysBetween } from "#app/platform/calendar/day-in.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { evidencePath } from "#app/staff/paths/record-path.ts";
import { practice } from "#content/practice.ts";
import { claimTexts } from "./claims.messages.ts";

export type Tone = "low" | "middle" | "high" | "bad";

const tones: Record<ClaimStatus, Tone> = {
  undecided: "middle",
  drafted: "middle",
  expired: "bad",
  expiring: "low",
  bound: "high",
  waived: "middle",
  sourced: "high",
  gone: "middle",
};

/** A claim for the browser. */
export function createClaimView(claim: ListedClaim, now: Date) {
  const { id, figure, sentence, kind, status, paths, source, expiresOn, revision } = claim;
  return {
    id,
    revision,
    figure,
    sentence,
    around: splitAround(sentence, figure),
    kind: claimKindNames[kind],
    status,
    badge: { label: labelOf(claim, now), tone: tones[status] },
    paths,
    evidence: readEvidence(claim),
    source: source ?? "",
    asOf: formatDay(claim.asOf),
    expires: formatDay(expiresOn),
    reason: claim.reason ?? "",
    decided:
      claim.decidedBy === null || claim.decidedAt === null
        ? undefined
        : { by: claim.decidedBy, at: momentIn(practice.timeZone, claim.decidedAt) },
    found: momentIn(practice.timeZone, claim.foundAt),
  };
}

export type ClaimView = ReturnType<typeof createClaimView>;

export type EvidenceView = {
  url: string | null;
  note: string | null;
  file: { path: string; name: string } | null;
};

export function readEvidence(
  made: Pick<ListedClaim, "evidenceUrl" | "evidenceNote" | "evidenceFile" | "evidenceName">,
): EvidenceView {
  return {
    url: made.evidenceUrl,
    note: made.evidenceNote,
    file:
      made.evidenceFile === null
        ? null
        : { path: evidencePath(made.evidenceFile), name: made.evidenceName ?? claimTexts.storedFile },
  };
}

/** The sentence before and after the figure, which can also be a part of an earlier figure: “2%” in “12% or 2%”. */
export function splitAround(sentence: string, figure: string): readonly [before: string, after: string] {
  let index = sentence.indexOf(figure);
  while (index > 0 && /[\p{L}\d.,$]$/u.test(sentence.slice(0, index))) {
    const next = sentence.indexOf(figure, index + 1);
    if (next === -1) break;
    index = next;
  }
  return [sentence.slice(0, index), sentence.slice(index + figure.length)];
}

export function hasEvidence({ url, note, file }: EvidenceView): boolean {
  return url !== null || note !== null || file !== null;
}

/** “Expires in 9 days” instead of the name of the status. */
function labelOf({ status, expiresOn }: ListedClaim, now: Date): string {
  if (status !== "expiring" || expiresOn === null) return claimStatusNames[status];
  return claimTexts.expires(Math.max(0, daysBetween(dayIn(practice.timeZone, now), expiresOn)));
}

/** “Nov 2, 2026” */
export function formatDay(day: string | null): string {
  return day === null ? "" : shortDate(day);
}
