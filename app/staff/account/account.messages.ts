import type { confirmAuthenticator } from "#app/identity/second-factor/authenticator.server.ts";
import { maximumLength } from "#app/platform/limits.ts";
import type { Part } from "./account-outcome.ts";
import type { Scheme } from "#app/staff/shell/color-scheme.ts";
import type { AddPasskeyOutcome } from "./add-passkey.client.ts";

type WrongCode = Extract<Awaited<ReturnType<typeof confirmAuthenticator>>, { ok: false }>["reason"];

/** What was done, told where it was done. Named in the page's address, so nothing but these can be made to stand there. */
export const doneMessages = {
  name: { part: "profile", text: "Your name was changed." },
  scheme: { part: "scheme", text: "The colors were changed in this browser." },
  password: {
    part: "password",
    text: "Your password was changed. You are signed out everywhere else.",
  },
  "authenticator-removed": {
    part: "second-factor",
    text: "Your authenticator app is no longer asked for. Its recovery codes no longer work.",
  },
  "passkey-added": {
    part: "passkeys",
    text: "The passkey was added. From now on it signs you in by itself.",
  },
  "passkey-renamed": { part: "passkeys", text: "The passkey was renamed." },
  "passkey-removed": {
    part: "passkeys",
    text: "The passkey was removed. Delete it in your device or password manager too.",
  },
  "session-ended": { part: "sessions", text: "The session was ended." },
  "sessions-ended": { part: "sessions", text: "You are signed out everywhere else." },
} as const satisfies Record<string, { part: Part; text: string }>;

export type Done = keyof typeof doneMessages;

export const accountErrors = {
  tooManyPasswords: "There were too many attempts in a short time. Please wait ten minutes and try again.",
  busy: "Many people are signing in at this moment. Please try again in a minute.",
  authenticatorThere: "There is an authenticator app already. Remove it first, then set up the other one.",
  nothingToRenew: "There is no authenticator app, so there are no recovery codes.",
  passkeyNameMissing: "Please enter a name for the passkey",
  passkeyNameTooLong: `Please use at most ${maximumLength.name} characters`,
  sessionGone: "That session was over already.",
  passkeyGone: "That passkey was already removed.",
} as const;

export const codeErrors = {
  wrong:
    "That code is not right. Enter the six digits that your app shows now; if they are refused again, check that your phone’s clock is right.",
  "not-begun": "That set-up has expired. Please start again.",
} as const satisfies Record<WrongCode, string>;

/** What came of adding a passkey. `proof` and `signed-out` lead elsewhere, and `added` is told above. */
export const passkeyErrors = {
  cancelled: "No passkey was made. You can try again whenever you like.",
  "already-there": "This device or password manager has a passkey for your account already.",
  failed: "The passkey could not be added. Please try again in a moment.",
} as const satisfies Record<Exclude<AddPasskeyOutcome, "added" | "proof" | "signed-out">, string>;

export const schemeTexts = {
  scope: "How the staff area looks in this browser.",
  names: { system: "Same as this device", light: "Light", dark: "Dark" } satisfies Record<Scheme, string>,
} as const;

export const passkeyTexts = {
  withoutScripting: "Turn on JavaScript to add a passkey.",
  unknownToBrowser: "This browser does not support passkeys. Use another browser or device.",
  otherHost: (host: string) => `Passkeys are tied to the address ${host}. Open this page there to add one.`,
  inAddressOfNumbers:
    "Passkeys need a domain name, and this site is reached by its IP address. Ask whoever runs the server.",
} as const;
