import type { EmailTopic } from "#app/data/schema/letter-suppressions.ts";

/**
 * The rules that apply to an email.
 * - `account`: to staff about their account; sent before all others, and visible only to people who manage the team
 * - `transactional`: to a visitor who expects it; always sent
 * - `reminders`, `announcements`: to a visitor, who can opt out of them
 * - `notifications`: to the firm, or to the colleague who follows up on a person
 * - `digests`: to staff, who choose them; each has a link that stops it
 */
export type EmailCategory = "account" | "transactional" | EmailTopic | "notifications" | "digests";

/**
 * Every kind of email, with its name in the staff area. Its definition (`defineEmail`) is in the area that it is about, and
 * `server/emails.ts` lists all definitions. The table `letters` stores the kinds, so they are never renamed. The index that orders the
 * queue requires that account emails, and no others, start with `account-`.
 */
export const emailKinds = {
  "confirm-submission": { category: "transactional", label: "Mailbox confirmation" },
  "assessment-result": { category: "transactional", label: "Assessment result" },
  "event-place": { category: "transactional", label: "Sign-up confirmation" },
  "event-place-again": { category: "transactional", label: "Repeated sign-up" },
  "event-promoted": { category: "transactional", label: "Seat from the waiting list" },
  "event-changed": { category: "transactional", label: "Event changed" },
  "event-cancelled": { category: "transactional", label: "Event canceled" },
  "place-given-up": { category: "transactional", label: "Sign-up canceled" },
  "event-reminder-day": { category: "reminders", label: "Reminder, one day before" },
  "event-reminder-hour": { category: "reminders", label: "Reminder, one hour before" },
  "event-notice": { category: "transactional", label: "Event message: practical notice" },
  "event-waiting-news": { category: "transactional", label: "Event message: waiting list" },
  "event-replay": { category: "transactional", label: "Event message: replay" },
  // The sign-up promises no replay, so people who stopped announcements do not get it, unlike those who attended.
  "event-missed": { category: "announcements", label: "Event message: replay for no-shows" },
  "event-invitation": { category: "announcements", label: "Event message: invitation" },
  "next-date-noted": { category: "transactional", label: "Request for the next date" },
  "next-date": { category: "announcements", label: "Next date announced" },
  "new-assessment": { category: "notifications", label: "To the firm: new assessment" },
  "new-event-signup": { category: "notifications", label: "To the firm: new sign-up" },
  "confirmed-form": { category: "notifications", label: "To the firm: confirmed form to review" },
  "submission-summary": { category: "notifications", label: "To the firm: hourly summary" },
  "record-hashes": { category: "notifications", label: "To the firm: hashes of the records" },
  "backup-overdue": { category: "notifications", label: "To the firm: no recent backup" },
  "morning-list": { category: "digests", label: "To staff: morning list" },
  "monday-digest": { category: "digests", label: "To staff: Monday digest" },
  "answer-alert": { category: "digests", label: "To staff: answer due" },
  "account-confirm": { category: "account", label: "Account: email confirmation" },
  "account-reset": { category: "account", label: "Account: password reset" },
  "account-invitation": { category: "account", label: "Account: invitation" },
  "account-waiting": { category: "account", label: "To owners: account awaiting approval" },
  "account-new-owner": { category: "account", label: "To owners: new owner" },
  "account-approved": { category: "account", label: "Account: approved" },
  "account-changed": { category: "account", label: "Account: security change" },
} as const satisfies Record<string, { category: EmailCategory; label: string }>;

export type EmailKind = keyof typeof emailKinds;

/** The kinds of a category, in the order of the table. */
export function listEmailKinds(category: EmailCategory): EmailKind[] {
  return allEmailKinds.filter((kind) => emailKinds[kind].category === category);
}

/** Object.keys returns string[] for every object. */
export const allEmailKinds = Object.keys(emailKinds) as EmailKind[];

/** @returns the stored name for a kind of another release */
export function getEmailLabel(kind: string): string {
  return isEmailKind(kind) ? emailKinds[kind].label : kind;
}

export function isEmailKind(kind: string): kind is EmailKind {
  return Object.hasOwn(emailKinds, kind);
}
