export const claimTexts = {
  heading: "Claims",
  unknown: "The claims are listed once the draft has no mistakes and its pages can be displayed.",
  none: "The draft adds no figure or superlative without evidence.",
  about: (count: number) =>
    count === 1
      ? "1 claim needs evidence or a waiver before this change can be published. You can also reword it."
      : `${count} claims need evidence or a waiver before this change can be published. You can also reword them.`,
  reasons: { undecided: "No evidence", expired: "Evidence expired" },
  decide: "Attach evidence or waive",
  ownersDecide: "Owners attach evidence to claims or waive them.",
  allDecided: "All claims of this draft are decided.",
} as const;
