/**
 * What the forms of the page ask for, and whether whoever asks must have proved within minutes who they are: everything that changes
 * how somebody gets in. To end a session only ever makes things safer, and a name opens nothing.
 */
export const intents = {
  rename: { proof: false },
  "choose-scheme": { proof: false },
  "change-password": { proof: true },
  "begin-authenticator": { proof: true },
  "confirm-authenticator": { proof: true },
  "remove-authenticator": { proof: true },
  "renew-recovery-codes": { proof: true },
  "rename-passkey": { proof: false },
  "remove-passkey": { proof: true },
  "end-session": { proof: false },
  "end-other-sessions": { proof: false },
} as const satisfies Record<string, { proof: boolean }>;

export type Intent = keyof typeof intents;

/** The intent that a form names, or undefined where it is none of ours. */
export function intentIn(form: FormData): Intent | undefined {
  const named = form.get("intent");
  return typeof named === "string" && Object.hasOwn(intents, named)
    ? // The table has it as a key of its own.
      (named as Intent)
    : undefined;
}
