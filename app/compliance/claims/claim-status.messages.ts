import type { ClaimKind } from "#app/data/schema/claims.ts";

/** The statuses of claims, of which each has one. The SQL is in `claim-status.server.ts`. */
export const claimStatusNames = {
  undecided: "Undecided",
  drafted: "In a draft",
  expired: "Expired",
  expiring: "Expires soon",
  bound: "Evidence attached",
  waived: "Waived",
  sourced: "Source on page",
  gone: "No longer on the site",
} as const;

export type ClaimStatus = keyof typeof claimStatusNames;

/** The facts about a claim that each screen displays. */
export const claimFactNames = {
  source: "Source on the page",
  note: "Note",
  asOf: "As of",
  expires: "Expires",
  reason: "Reason",
  attached: "Attached by",
  waived: "Waived by",
} as const;

export const claimKindNames: Record<ClaimKind, string> = {
  experience: "Years of experience",
  credential: "Credential",
  percentage: "Percentage",
  dollars: "Dollar figure",
  count: "Count",
  superlative: "Superlative",
};
