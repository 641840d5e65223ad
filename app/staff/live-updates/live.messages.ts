/** What is said of the connection over which news come. */
export const liveTexts = {
  live: "Live",
  lost: "Not live just now; trying again.",
} as const;
