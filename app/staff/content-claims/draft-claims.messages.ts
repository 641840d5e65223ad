import { claimFactNames } from "#app/compliance/claims/claim-status.messages.ts";

export const claimTexts = {
  heading: "Claims",
  unknown: "The claims are listed once the change has no errors and its pages can be displayed.",
  none: "No claim in this change needs a decision.",
  added: "Claims that this change adds",
  noneAdded: "This change adds no figure, credential or superlative to the site.",
  facts: {
    file: "File",
    link: "Link",
    ...claimFactNames,
  },
  storedFile: "Stored file",
  by: (name: string, at: string) => `${name}, ${at}`,
  about: (count: number) =>
    count === 1
      ? "1 claim needs evidence or a waiver before this change can be published."
      : `${count} claims need evidence or a waiver before this change can be published.`,
  reword: "You can also change the words.",
  reasons: { undecided: "No evidence", expired: "Evidence expired" },
  decide: "Attach evidence or waive",
  ownersDecide: "Owners attach evidence to claims or waive them.",
  allDecided: "All claims in this change have been reviewed.",
} as const;
