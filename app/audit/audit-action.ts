/** The actions in the audit log. A new action needs no migration. */
export const auditActions = [
  // Signing in.
  "signed-in",
  "sign-in-failed",
  "sign-in-refused",
  "signed-out",
  "proof-given",
  "proof-failed",
  "session-revoked",
  "sessions-ended",
  // Accounts.
  "account-requested",
  "confirmation-requested",
  "address-confirmed",
  "account-approved",
  "account-added",
  "account-removed",
  "role-changed",
  "invitation-sent",
  "invitation-accepted",
  "invitation-withdrawn",
  "account-renamed",
  "password-reset-requested",
  "password-changed",
  "second-factor-added",
  "second-factor-removed",
  "second-factor-rule-changed",
  "recovery-codes-renewed",
  "recovery-code-used",
  "passkey-added",
  "passkey-renamed",
  "passkey-removed",
  "access-refused",
  // Data of leads. An export has two entries: `begun` before the first byte is sent, `exported` with the counts at the end.
  "leads-viewed",
  "leads-export-begun",
  "leads-exported",
  "person-viewed",
  "person-exported",
  "person-erased",
  "consent-withdrawn",
  "consent-given",
  "submission-released",
  "submission-removed",
  "letter-viewed",
  "letter-retried",
  // The log itself.
  "audit-read",
  "audit-export-begun",
  "audit-exported",
  // Live events, because changes send email.
  "event-added",
  "event-changed",
  "event-cancelled",
  "attendance-noted",
  // Retention and deletion settings.
  "clock-confirmed",
  // Demo data.
  "demo-added",
  "demo-removed",
] as const;

export type AuditAction = (typeof auditActions)[number];
