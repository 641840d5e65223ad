import type { AuditAction } from "#app/audit/audit-action.ts";

/** What was done, as it goes on after who did it: “ruth@example.com signed in.” */
export const actionPhrases: Record<AuditAction, string> = {
  "signed-in": "signed in",
  "sign-in-failed": "failed to sign in",
  "sign-in-refused": "was turned away at sign-in after too many tries",
  "signed-out": "signed out",
  "proof-given": "proved once more who they are",
  "proof-failed": "failed to prove who they are",
  "session-revoked": "ended sessions on other devices",
  "sessions-ended": "signed a person out everywhere",
  "account-requested": "asked for an account",
  "confirmation-requested": "asked for another link to confirm an address",
  "address-confirmed": "confirmed their email address",
  "account-approved": "approved an account",
  "account-added": "added an account",
  "account-removed": "removed an account",
  "role-changed": "changed the role of an account",
  "invitation-sent": "invited somebody",
  "invitation-accepted": "accepted an invitation",
  "invitation-withdrawn": "withdrew an invitation",
  "account-renamed": "changed the name of an account",
  "password-reset-requested": "asked for a new password",
  "password-changed": "changed a password",
  "second-factor-added": "added an authenticator app",
  "second-factor-removed": "removed an authenticator app",
  "second-factor-rule-changed": "changed whether a role needs a second factor",
  "recovery-codes-renewed": "made new recovery codes",
  "recovery-code-used": "used a recovery code",
  "passkey-added": "added a passkey",
  "passkey-renamed": "renamed a passkey",
  "passkey-removed": "removed a passkey",
  "access-refused": "came to a page that their role does not open",
  "leads-viewed": "looked at a list",
  "leads-export-begun": "began to export a list",
  "leads-exported": "exported a list",
  "person-viewed": "looked at what is known of a person",
  "person-exported": "exported everything about a person",
  "person-erased": "erased everything about a person",
  "consent-withdrawn": "recorded an opt-out",
  "consent-given": "recorded a person’s consent",
  "submission-released": "released a submission that was held back",
  "submission-removed": "removed a submission that was held back",
  "letter-viewed": "read a letter",
  "letter-retried": "had letters sent again",
  "audit-read": "read the audit log",
  "audit-export-begun": "began to export the audit log",
  "audit-exported": "exported the audit log",
  "event-added": "added a live event",
  "event-changed": "changed a live event",
  "event-cancelled": "called a live event off",
  "attendance-noted": "noted who came to a live event",
  "clock-confirmed": "confirmed the clocks",
  "demo-added": "added invented data",
  "demo-removed": "removed invented data",
};

/** Who did it, where it was no account. */
export const actorNames = {
  shell: "Whoever runs the server",
  nobody: "Somebody who was not signed in",
} as const;

/** What things are called that something was done to. */
export const subjectNames: Readonly<Record<string, string>> = {
  person: "Person",
  account: "Account",
  invitation: "Invitation",
  submission: "Submission",
  letter: "Letter",
  event: "Event",
  export: "Export",
  session: "Session",
};

export const auditTexts = {
  empty: "No entries yet. What is done with people’s data appears here.",
  about:
    "Entries are never changed or removed. Reading the log is recorded too. Times are those of the practice.",
  person: "What was done with somebody’s data",
  personHint:
    "The log holds no address of anybody but staff. Type one, and the entries about that person are found all the same.",
  personField: "Email address",
  find: "Find",
  whoHint: "A whole email address; “shell” for whoever runs the server; “nobody” for visitors",
  wholeAddress: "“Who” needs a whole staff email address, like ruth@example.com. Please complete it.",
  aboutHint: "Follow an “About” link in a row to fill this in",
  aboutLeftOut: (typed: string) =>
    `“${typed}” is nothing that “About” can be, and was left out. For a person, use “What was done with somebody’s data”.`,
  mayNot:
    "Your account may not read the audit log. Owners of the practice can, and examiners while their time lasts.",
} as const;
