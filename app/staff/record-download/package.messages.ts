export const packageTexts = {
  title: "Download",
  about:
    "A ZIP file with the site at the selected date and time, its claims and evidence, the hash chain, and a program that verifies it all.",
  versions: "All versions and changes from this period, and the site at its end (optional)",
  audit: "The audit log for these days (optional)",
  emails: "Include emails sent on these days, except those about staff accounts",
  firstDay: "From",
  lastDay: "To",
  kept: "Your selections are still here. Choose “Download package” again.",
  download: "Download package",
} as const;
