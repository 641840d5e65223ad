/** A file of an export. Its name has forward slashes. */
export type ExportFile = { name: string; content: Buffer };

/** The pages about an export, which open in a browser without a server. */
export const exportPages = {
  index: "index.html",
  changes: "changes.html",
  claims: "claims.html",
  registers: "registers.html",
  audit: "audit/index.html",
  emails: "emails/index.html",
} as const;
