export const documentTexts = {
  asShown: "Formatted",
  asText: "Plain text",
  keys: "Private links are replaced by “…”, because anyone who has one can act for the recipient.",
} as const;
