export const packageTexts = {
  title: "Download",
  about:
    "A ZIP file with the site at the minute that is shown, its claims with evidence, the chain of hashes, and a program that verifies them.",
  versions: "All versions and changes of these days, and the site at their end (optional)",
  audit: "Also the audit log of these days (optional)",
  emails: "With the emails sent on these days of the audit log, except those about staff accounts",
  firstDay: "From",
  lastDay: "To",
  kept: "Your selections are still here. Choose “Download package” again.",
  download: "Download package",
} as const;
