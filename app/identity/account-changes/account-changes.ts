import type { AuditAction } from "#app/audit/audit-action.ts";

/**
 * What the owner of an account should do about a change by someone else. A new password ends all sessions but removes no passkey or
 * authenticator, so it is not always enough.
 * - `new-password`: set a new password
 * - `new-codes`: also renew the recovery codes
 * - `remove-passkey`: first remove the attacker's passkey, which could sign in again
 * - `ask-owner`: the attacker's authenticator locks the person out until it is reset (`npm run staff -- reset-second-factor`)
 * - `remove-account`: an account at the provider can sign in, which only the removal of the account here ends
 */
export type Advice = "new-password" | "new-codes" | "remove-passkey" | "ask-owner" | "remove-account";

/** Changes of sign-in credentials, with the wording of the email about them. */
export const accountChanges = {
  "password-changed": { says: "Your password was changed", advice: "new-password" },
  "second-factor-added": { says: "An authenticator app was added to your account", advice: "ask-owner" },
  "second-factor-removed": {
    says: "The authenticator app was removed from your account",
    advice: "new-password",
  },
  "recovery-codes-renewed": {
    says: "Your account’s recovery codes were replaced",
    advice: "new-codes",
  },
  "recovery-code-used": { says: "A recovery code of your account was used", advice: "new-codes" },
  "passkey-added": { says: "A passkey was added to your account", advice: "remove-passkey" },
  "sign-on-connected": {
    says: "Your account was connected to the firm’s single sign-on",
    advice: "remove-account",
  },
  "passkey-removed": { says: "A passkey was removed from your account", advice: "new-password" },
} as const satisfies Partial<Record<AuditAction, { says: string; advice: Advice }>>;

/** The names of audit actions. */
export type AccountChange = keyof typeof accountChanges;
