import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";

/** How the staff area names the forms of quarantined submissions. */
export const formNames: Record<LeadForm, string> = {
  assessment: "Assessment",
  "event-signup": "Live event signup",
};

/** The reason for the quarantine, for the list. */
export const reasonNames: Record<QuarantineReason, string> = {
  honeypot: "Hidden field filled in",
  "too-fast": "Sent too fast",
  token: "Not sent from our page",
  replay: "Form token already used",
  many: "Too many submissions",
};
