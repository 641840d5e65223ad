/** Texts about the hash chains of the site and of the audit log, on screens and in emails. */
export const chainTexts = {
  names: { site: "Record of the site", audit: "Audit log" },
  positions: {
    site: (position: number) => `Entry ${position.toLocaleString("en-US")}`,
    audit: (position: number) => `Link ${position.toLocaleString("en-US")}`,
  },
  facts: { head: "Latest", hash: "SHA-256", verified: "Last verification" },
  empty: "Nothing is recorded yet.",
  notVerified: "Not verified yet",
  result: (problems: number) => {
    if (problems === 0) return "No changes found";
    return problems === 1 ? "1 problem found" : `${problems.toLocaleString("en-US")} problems found`;
  },
  instruction: "Keep the database as it is, and run the command “record verify” to list all problems.",
} as const;
