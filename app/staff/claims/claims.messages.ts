import { claimFactNames } from "#app/compliance/claims/claim-status.messages.ts";
import { maxClaimsPerDecision, maxDaysBeforeExpiry } from "#app/compliance/claims/claim-limits.ts";

export const claimTexts = {
  about:
    "Statements of fact on the site: figures, credentials and superlatives. Attach evidence that the firm can show on demand to each of them, or waive it with a reason.",
  empty: "No claims yet. The first search of the site runs a few seconds after the server starts.",
  record: "Record",
  storedFile: "Stored file",
  count: (matching: number) => (matching === 1 ? "1 claim" : `${matching.toLocaleString("en-US")} claims`),
  more: (count: number) => `and ${count} more`,
  selectHeading: "Select",
  select: (figure: string, sentence: string) => `Select ${figure} in “${sentence}”`,
  decideSelected: "Review selected claims",
  sorts: { pages: "In the order of the pages", newest: "Newest first", expiry: "First to expire" },
  expires: (days: number) => {
    if (days === 0) return "Expires today";
    return days === 1 ? "Expires tomorrow" : `Expires in ${days} days`;
  },
  search: "Search",
  searchHint: "Words of a sentence, or a figure",
  filters: {
    status: "Status",
    page: "Page",
    expiring: `Expires within ${maxDaysBeforeExpiry} days`,
  },
} as const;

/** Texts of the record about the register. */
export const claimCountTexts = {
  register: "Claims",
  ofPage: "Claims on this page",
  counts: {
    expired: (count: number) => `${count.toLocaleString("en-US")} expired`,
    undecided: (count: number) => `${count.toLocaleString("en-US")} undecided`,
    expiring: (count: number) => `${count.toLocaleString("en-US")} expire within ${maxDaysBeforeExpiry} days`,
  },
} as const;

export const claimPageTexts = {
  title: "Claim",
  unknown: "This claim does not exist.",
  facts: {
    kind: "Kind",
    ...claimFactNames,
    evidence: "Evidence",
    found: "Found",
  },
  pages: "Pages",
  since: (since: string) => `since ${since}`,
  period: (since: string, until: string) => `${since} to ${until}, no longer on this page`,
  others: "Other claims in this sentence",
  decideAll: "Review all of them",
  history: "History",
  noHistory: "No decisions yet.",
  bound: "Evidence attached",
  waived: "Waived",
  by: (name: string, at: string) => `${name}, ${at}`,
} as const;

export const decideTexts = {
  title: "Review claims",
  draft: "Draft",
  about: (count: number) =>
    count === 1 ? "The decision applies to this claim." : `The decision applies to all ${count} claims.`,
  none: "Select claims in the list first.",
  bind: "Attach evidence",
  bindAbout:
    "Attach a file, a link, a note, or any combination. Make sure that a linked document stays available at its address.",
  file: "File",
  fileHint: "PDF, PNG, JPEG, text or CSV of at most 5 MB, kept permanently. No client data.",
  fileKept: "A file is stored with this form. Choose another one to replace it.",
  link: "Link to the evidence",
  linkHint: "Starts with https:// or http://",
  note: "Note",
  noteHint: "Such as the name of the document and where it is kept. No client data.",
  asOf: "As of",
  asOfHint: "The date of the evidence",
  expires: "Expires",
  expiresHint: "The last day on which it is valid",
  waive: "Waive",
  waiveAbout: "For text that states no fact about the firm, or needs no evidence.",
  reason: "Reason",
  saveBound: "Attach evidence",
  saveWaived: "Waive",
} as const;

export const claimErrors = {
  url: "Enter a link that starts with https:// or http://, of at most 2,000 characters.",
  evidence: "Choose a file, or enter a link or a note.",
  files: {
    empty: "This file is empty. Choose another one.",
    large: "This file is larger than 5 MB. Choose a smaller one, or link to the document.",
    type: "Files can be PDF, PNG, JPEG, text or CSV. Choose another one, or link to the document.",
    content:
      "The content of this file does not match its file type. Save the document as a PDF, and choose the PDF.",
    full: "No more files can be stored here. Link to the document instead.",
    unknown: "This file is no longer stored. Choose it again.",
  },
  text: "Remove invisible characters, and shorten the text to at most 4,000 characters.",
  asOf: "Enter the date of the evidence.",
  asOfFuture: "This date is in the future. Enter the date of the evidence.",
  expires: "Enter the last day on which the evidence is valid.",
  expiresBefore: "The expiration date must be on or after the date of the evidence.",
  expired: "This date has passed. Enter evidence that is still valid.",
  reason: "Enter a reason.",
} as const;

export const decisionRefusals = {
  fields: "Nothing was saved. Check the marked fields.",
  unknown: "Nothing was saved. One of these claims no longer exists.",
  selection: `Nothing was saved. Select between 1 and ${maxClaimsPerDecision} claims in the list.`,
  unclear: "The request was incomplete. Please press one of the buttons again.",
  changed: (by: string, at: string, figure: string) =>
    `${by} saved a decision about ${figure} on ${at}, while you were editing. Your decision was not saved. Compare the two, then save again to replace theirs.`,
} as const;

/** Confirmations by the parameter `done` of the URL. */
export const claimDoneTexts = { bound: "Evidence attached.", waived: "Waived." } as const;

export type ClaimDone = keyof typeof claimDoneTexts;

export function isClaimDone(value: string | null): value is ClaimDone {
  return value !== null && Object.hasOwn(claimDoneTexts, value);
}
