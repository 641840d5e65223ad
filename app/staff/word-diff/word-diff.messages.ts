export const wordDiffTexts = { removed: "Removed", added: "Added", noText: "No such passage" } as const;
