import type { AuditAction } from "#app/audit/audit-action.ts";

/**
 * What somebody does about a change that was not theirs. A new password signs everybody out and takes no passkey and no authenticator
 * away, so it is not the whole answer to each.
 * - `new-password`: it ends what a stranger can do
 * - `new-codes`: and the recovery codes are made anew
 * - `remove-passkey`: the stranger's passkey first, or they come back with it
 * - `ask-owner`: the stranger's authenticator keeps the account's owner out, until it is taken away for them (`npm run staff -- reset-second-factor`)
 */
export type Advice = "new-password" | "new-codes" | "remove-passkey" | "ask-owner";

/** Changes of how somebody gets in, as the letter about them says it. */
export const accountChanges = {
  "password-changed": { says: "Your password was changed", advice: "new-password" },
  "second-factor-added": { says: "An authenticator app was added to your account", advice: "ask-owner" },
  "second-factor-removed": {
    says: "The authenticator app was removed from your account",
    advice: "new-password",
  },
  "recovery-codes-renewed": {
    says: "The recovery codes of your account were replaced",
    advice: "new-codes",
  },
  "recovery-code-used": { says: "A recovery code of your account was used", advice: "new-codes" },
  "passkey-added": { says: "A passkey was added to your account", advice: "remove-passkey" },
  "passkey-removed": { says: "A passkey was removed from your account", advice: "new-password" },
} as const satisfies Partial<Record<AuditAction, { says: string; advice: Advice }>>;

/** The names are those of the audit log. */
export type AccountChange = keyof typeof accountChanges;
