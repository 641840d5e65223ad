import { noEmail } from "#app/staff/shell/no-email.ts";
import type { EmailState } from "#app/email/outbox/retry-emails.server.ts";

/** A state as its badge says it. */
export const stateNames: Record<EmailState, string> = {
  waiting: "Waiting",
  sending: "Under way",
  sent: "Sent",
  kept: "Kept here",
  "given-up": "Given up",
  suppressed: "Not sent",
};

/** The same as a sentence. */
export const stateTexts: Record<EmailState, string> = {
  waiting: "It waits for its next try, and is sent by itself.",
  sending: "A server has it in hand at this moment.",
  sent: "The mail server took it. It is not sent twice.",
  kept: "No mail server is set up, so the email was stored and not sent.",
  "given-up": "It was given up: the last reply says why. Once that is mended, send it again.",
  suppressed:
    "Not sent. The recipient opted out, the address cannot receive email (.invalid), the mailbox reached its daily limit, the content was outdated, or a summary covers it. The last reply gives the reason.",
};

/** The colour of a state's badge. */
export const stateTones: Record<EmailState, "low" | "middle" | "high" | "bad"> = {
  waiting: "middle",
  sending: "middle",
  sent: "high",
  kept: "low",
  "given-up": "bad",
  suppressed: "low",
};

export const emailsTexts = {
  empty: "No letter was written yet. Each form that somebody sends writes some.",
  emailDisabled: `${noEmail} Emails are stored here until the administrator sets up a mail server (docs/runbook.md, “Email”).`,
  sendAll: { "given-up": "Send all given-up letters again", kept: "Send all unsent letters" },
  previews: "How letters look",
  back: "All letters",
  unknown: "There is no such letter. Those of a person who was erased are gone.",
  unwritten: "Not written yet: the text is made when the letter is first sent.",
  withoutWords: "It was tried and not written. The last reply says why.",
  keys: "Private links are shown as “…”, because anybody who has one can act for the recipient.",
  asShown: "As mail programs show it",
  asText: "As plain text",
  sendAgain: "Send again",
  kinds: "Kinds of letters",
  previewsLead:
    "Every kind of letter, written for invented people. The words are those that leave today; the facts are made up.",
} as const;

/** What came of what was asked for. */
export const letterDoneTexts = {
  again:
    "It is tried again within a second or two, with what is true now. Load this page again to see how it went.",
  "all-again": "These letters are tried again, with what is true now.",
  none: "There is nothing to send again.",
} as const;

/** The same for one letter that has been tried meanwhile. */
export const triedAgainText = "It was tried again. How it went stands below.";

/** Why a letter is not sent again. */
export const retryRefusals = {
  unknown: "This letter is gone: the person it was written to was erased.",
  waiting: "It is waiting for its next try already, and is sent by itself.",
  sending: "It is under way at this moment. Load this page again to see how it went.",
  sent: "It was sent, and is not sent twice.",
} as const;

export type LetterDone = keyof typeof letterDoneTexts;

/** Whether a value says what was done: for what comes in an address. */
export function isLetterDone(value: unknown): value is LetterDone {
  return typeof value === "string" && Object.hasOwn(letterDoneTexts, value);
}
