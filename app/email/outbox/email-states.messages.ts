import type { EmailState } from "#app/data/schema/letters.ts";

/** How the staff area names the states of an email. */
export const emailStateNames: Record<EmailState, string> = {
  waiting: "Waiting",
  sending: "Sending",
  sent: "Sent",
  kept: "Not sent",
  "given-up": "Failed",
  suppressed: "Suppressed",
};

/** Older failures are retried one at a time, because most of them no longer matter to the recipient. */
export const maxBulkRetryDays = 14;
