import type { Duplicate } from "#app/people/merge/find-duplicates.server.ts";
import { undoDays } from "#app/people/merge/undo-days.ts";

export const mergeTexts = {
  title: "Merge two people",
  possible: "Possibly the same person",
  reasons: { phone: "Same phone number", name: "Similar name, same company" } satisfies Record<
    Duplicate["reason"],
    string
  >,
  merge: "Merge…",
  with: "Merge with",
  withHint: "An email address of the other record.",
  compare: "Compare",
  intro: `Both histories are kept under one record. You can undo this for ${undoDays} days.`,
  caption: "Both records and the result",
  fields: {
    field: "Field",
    kept: "This record",
    removed: "Other record",
    result: "After the merge",
    name: "Name",
    emails: "Email",
    phone: "Phone",
    status: "Status",
    owner: "Owner",
    company: "Company",
    nextStep: "Next step",
    call: "May be called",
    sendEmail: "May be sent articles and invitations",
    forms: "Forms",
    notes: "Notes",
  },
  act: "Merge these people",
  swap: "Keep the other record instead",
  cancel: "Cancel",
  none: "None",
  merged: "The records were merged.",
  undone: "The merge was undone. Both records are restored.",
  undoneConsent:
    "The merge was undone. Both records are restored. Consent that staff recorded since the merge was removed. Record it again for the person who gave it.",
  mergedWith: (name: string, date: string, by: string) => `Merged with ${name} on ${date} by ${by}.`,
  undo: "Undo the merge",
} as const;

/** In the link to the page after an undo that removed consent. */
export const undoneConsent = "consent";

/** Why nothing was merged or undone. */
export const mergeProblems = {
  "not-found": "No person has that address. Check the spelling.",
  same: "Both links lead to the same record. Nothing was merged.",
  unknown: "One of the two records was erased or merged in the meantime. Nothing was merged.",
  changed: "A colleague changed or merged one of the records. Nothing was merged. Check the current values.",
  "undo-unknown": "This merge has already been undone, or the person was erased. Nothing was changed.",
  expired: `A merge can be undone for ${undoDays} days. Nothing was changed.`,
  "later-merge": "Another record was merged into this one later. Undo that merge first.",
} as const;

export type MergeProblem = keyof typeof mergeProblems;
