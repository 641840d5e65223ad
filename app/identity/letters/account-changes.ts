import type { AuditAction } from "#app/audit/audit-action.ts";

/** Changes of how somebody gets in, as the letter about them says it. */
export const accountChanges = {
  "password-changed": "Your password was changed",
  "second-factor-added": "An authenticator app was added to your account",
  "second-factor-removed": "The authenticator app was removed from your account",
  "recovery-codes-renewed": "The recovery codes of your account were replaced",
  "recovery-code-used": "A recovery code of your account was used",
  "passkey-added": "A passkey was added to your account",
  "passkey-removed": "A passkey was removed from your account",
} as const satisfies Partial<Record<AuditAction, string>>;

/** The names are those of the audit log. */
export type AccountChange = keyof typeof accountChanges;
