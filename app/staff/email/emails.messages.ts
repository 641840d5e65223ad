import { maxBulkRetryDays } from "#app/email/outbox/email-states.messages.ts";
import { noEmail } from "#app/staff/shell/no-email.ts";
import type { EmailState } from "#app/email/outbox/retry-emails.server.ts";

/** Each state explained. */
export const stateTexts: Record<EmailState, string> = {
  waiting: "Waiting for the next automatic attempt.",
  sending: "A server is sending it now.",
  sent: "The mail server accepted it. It will not be sent again.",
  kept: "No mail server was set up, so the email was stored and not sent.",
  "given-up":
    "Delivery failed, or the email was returned. The last reply gives the reason. Fix the problem, then send the email again.",
  suppressed:
    "Not sent. The recipient opted out, the address cannot receive email (undeliverable or .invalid), the mailbox reached its daily limit, the content was outdated, or a summary covers it. The last reply gives the reason.",
};

/** Colors of the status badges. */
export const stateTones: Record<EmailState, "low" | "middle" | "high" | "bad"> = {
  waiting: "middle",
  sending: "middle",
  sent: "high",
  kept: "low",
  "given-up": "bad",
  suppressed: "low",
};

export const emailsTexts = {
  empty: "No email yet. Emails appear here after someone submits a form.",
  emailDisabled: `${noEmail} Emails are stored here. After the administrator sets up a mail server (docs/runbook.md, “Email”), choose “Send all unsent emails” to send them.`,
  resendFailed: (count: number) =>
    `Resend ${count.toLocaleString("en-US")} failed ${count === 1 ? "email" : "emails"}`,
  noRecentFailures: `No emails failed in the last ${maxBulkRetryDays} days. To resend an older email, open it.`,
  sendUnsent: "Send all unsent emails",
  previews: "Email previews",
  back: "All email",
  unknown: "This email does not exist, or it was erased together with its recipient.",
  unwritten: "The text is created at the first delivery attempt.",
  withoutWords: "The text could not be created. The last reply gives the reason.",
  deleted: "The text was deleted together with the form.",
  failedWithoutForm:
    "Delivery failed, or the email was returned. The last reply gives the reason. It cannot be sent again, because its form was deleted.",
  sendAgain: "Send again",
  kinds: "Kinds of email",
  previewsLead: "Every kind of email with its current wording and sample data.",
} as const;

/** Confirmations of “Send again”. */
export const retryConfirmations = {
  again: "The email will be sent in a few seconds, with current data. Reload this page to see the result.",
  "all-again": "These emails will be sent again, with current data.",
  none: "There is nothing to send again.",
} as const;

/** The confirmation after the new attempt has ended. */
export const resentText = "The email was sent again. The result is below.";

/** Why an email cannot be sent again. */
export const retryRefusals = {
  unknown: "This email no longer exists, because its recipient was erased.",
  waiting: "This email is already waiting for its next attempt.",
  sending: "This email is being sent. Reload this page to see the result.",
  sent: "This email was sent. It cannot be sent again.",
  "form-deleted": "This email cannot be sent again, because its form was deleted.",
} as const;

export type RetryConfirmation = keyof typeof retryConfirmations;

/** Whether a value from a URL names a confirmation. */
export function isRetryConfirmation(value: unknown): value is RetryConfirmation {
  return typeof value === "string" && Object.hasOwn(retryConfirmations, value);
}
