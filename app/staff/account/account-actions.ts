import type { AuthenticatorView } from "#app/staff/auth-forms/authenticator-view.server.ts";

/**
 * The actions of the account page's forms. Those that change how a person signs in require recent authentication. Those with a
 * `secondFactorPart`, the section that displays a refusal, also require a sign-in with the passkey if the account has one.
 */
export const accountActions = {
  rename: { requiresRecentAuthentication: false },
  "choose-scheme": { requiresRecentAuthentication: false },
  "choose-start-page": { requiresRecentAuthentication: false },
  "choose-digests": { requiresRecentAuthentication: false },
  "change-password": { requiresRecentAuthentication: true },
  "begin-authenticator": { requiresRecentAuthentication: true, secondFactorPart: "second-factor" },
  "confirm-authenticator": { requiresRecentAuthentication: true, secondFactorPart: "second-factor" },
  "remove-authenticator": { requiresRecentAuthentication: true, secondFactorPart: "second-factor" },
  "renew-recovery-codes": { requiresRecentAuthentication: true, secondFactorPart: "second-factor" },
  "rename-passkey": { requiresRecentAuthentication: false },
  "remove-passkey": { requiresRecentAuthentication: true, secondFactorPart: "passkeys" },
  "end-session": { requiresRecentAuthentication: false },
  "end-other-sessions": { requiresRecentAuthentication: false },
} as const satisfies Record<string, { requiresRecentAuthentication: boolean; secondFactorPart?: Part }>;

export type AccountAction = keyof typeof accountActions;

/** Returns the action that a form names, or undefined if it is unknown. */
export function readAction(form: FormData): AccountAction | undefined {
  const named = form.get("intent");
  return typeof named === "string" && Object.hasOwn(accountActions, named)
    ? // `hasOwn` makes it a key of the table.
      (named as AccountAction)
    : undefined;
}

/** The sections of the page. */
export type Part =
  | "profile"
  | "scheme"
  | "start-page"
  | "digests"
  | "password"
  | "second-factor"
  | "passkeys"
  | "sign-on"
  | "sessions";

/** The result of an action that the page displays in addition to the account. */
export type AccountResult =
  | {
      kind: "refused";
      part: Part;
      /** The id of the passkey that the form is about. */
      about?: string;
      formError?: string | undefined;
      fieldErrors?: Readonly<Partial<Record<string, string>>>;
      values?: Readonly<Partial<Record<string, string>>>;
    }
  | { kind: "setup"; authenticator: AuthenticatorView; error?: string }
  /** Displayed only once. */
  | { kind: "recovery-codes"; codes: readonly string[] };
