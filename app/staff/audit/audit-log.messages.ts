import type { AuditAction } from "#app/audit/audit-action.ts";

/** Actions as they follow the actor: “ruth@example.com signed in.” */
export const actionPhrases: Record<AuditAction, string> = {
  "signed-in": "signed in",
  "sign-in-failed": "failed to sign in",
  "sign-in-refused": "was refused sign-in after too many attempts",
  "signed-out": "signed out",
  "proof-given": "re-authenticated",
  "proof-failed": "failed to re-authenticate",
  "session-revoked": "ended sessions on other devices",
  "sessions-ended": "signed a person out on all devices",
  "account-requested": "requested an account",
  "confirmation-requested": "requested another confirmation link",
  "address-confirmed": "confirmed their email address",
  "account-approved": "approved an account",
  "account-added": "added an account",
  "account-removed": "removed an account",
  "role-changed": "changed the role of an account",
  "invitation-sent": "sent an invitation",
  "invitation-accepted": "accepted an invitation",
  "invitation-withdrawn": "withdrew an invitation",
  "account-renamed": "changed the name of an account",
  "password-reset-requested": "requested a password reset",
  "password-changed": "changed a password",
  "second-factor-added": "added an authenticator app",
  "second-factor-removed": "removed an authenticator app",
  "second-factor-rule-changed": "changed whether a role needs a second factor",
  "recovery-codes-renewed": "generated new recovery codes",
  "recovery-code-used": "used a recovery code",
  "passkey-added": "added a passkey",
  "passkey-renamed": "renamed a passkey",
  "passkey-removed": "removed a passkey",
  "access-refused": "was refused access to a page",
  "leads-viewed": "viewed a list",
  "leads-export-begun": "started an export",
  "leads-exported": "exported a list",
  "person-viewed": "viewed a person’s record",
  "person-updated": "followed up on a person",
  "people-merged": "merged two people’s records",
  "booking-assigned": "assigned an appointment to a person",
  "booking-dismissed": "dismissed an appointment without a person",
  "merge-undone": "undid a merge of two people’s records",
  "person-exported": "exported a person’s record",
  "person-erased": "erased a person’s record",
  "consent-withdrawn": "recorded an opt-out",
  "consent-given": "recorded a person’s consent",
  "submission-released": "accepted a quarantined submission",
  "submission-removed": "deleted a quarantined submission",
  "letter-viewed": "read an email",
  "letter-retried": "retried emails",
  "spend-saved": "entered what a source cost",
  "sources-renamed": "named sources",
  "entry-limit-reached":
    "reached the limit on entries about visitors; further ones in this quarter of an hour are not recorded",
  "audit-read": "read the audit log",
  "audit-export-begun": "started an export of the audit log",
  "audit-exported": "exported the audit log",
  "event-added": "added a live event",
  "event-changed": "changed a live event",
  "event-cancelled": "canceled a live event",
  "attendance-noted": "recorded attendance at a live event",
  "seat-freed": "canceled a person’s sign-up",
  "guest-added": "added a guest to a live event",
  "clock-confirmed": "confirmed the server’s clock",
  "demo-added": "added demo data",
  "demo-removed": "removed demo data",
};

/** Actors without an account. */
export const actorNames = {
  shell: "The administrator",
  nobody: "A visitor",
} as const;

/** Kinds of subjects. */
export const subjectNames: Readonly<Record<string, string>> = {
  person: "Person",
  account: "Account",
  invitation: "Invitation",
  submission: "Submission",
  letter: "Email",
  event: "Event",
  export: "Export",
  session: "Session",
  spend: "Spend",
};

export const auditTexts = {
  empty: "No entries yet. Access to personal data and changes to it appear here.",
  about:
    "Entries cannot be changed or deleted. Reading the log is recorded too. Times are in the firm’s time zone.",
  person: "Find entries about a person",
  personHint:
    "The log contains email addresses of staff only, but finds the entries about any person by email address.",
  personField: "Email address",
  find: "Find",
  whoHint: "A full email address, “shell” for the administrator, or “visitor”",
  wholeAddress: "“Who” needs a full staff email address, like ruth@example.com. Please complete it.",
  aboutHint: "Follow an “About” link in a row to fill this in",
  aboutLeftOut: (typed: string) =>
    `“${typed}” is not a value of “About” and was ignored. For a person, use “Find entries about a person”.`,
  mayNot: "Your account does not have access to the audit log. Owners and examiners do.",
} as const;
