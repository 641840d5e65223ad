import type { StartPage } from "#app/identity/preferences/staff-preferences.server.ts";
import { maximumLength } from "#app/platform/limits.ts";
import type { Scheme } from "#app/staff/shell/color-scheme.ts";
import type { Part } from "./account-actions.ts";

/** Confirmations by section. The URL names one of these keys, so a link cannot make the page display other text. */
export const doneMessages = {
  name: { part: "profile", text: "Your name has been changed." },
  "start-page": { part: "start-page", text: "Your start page has been changed." },
  digests: { part: "digests", text: "Your email preferences have been saved." },
  scheme: { part: "scheme", text: "The color scheme of this browser has been changed." },
  password: {
    part: "password",
    text: "Your password has been changed. You are signed out everywhere else.",
  },
  "authenticator-removed": {
    part: "second-factor",
    text: "Your authenticator app and its recovery codes have been removed.",
  },
  "passkey-added": {
    part: "passkeys",
    text: "Passkey added. You can now use it to sign in.",
  },
  "passkey-renamed": { part: "passkeys", text: "The passkey has been renamed." },
  "passkey-removed": {
    part: "passkeys",
    text: "Passkey removed. Delete it from your device or password manager too.",
  },
  "sign-on-connected": { part: "sign-on", text: "Your account is connected to single sign-on." },
  "session-ended": { part: "sessions", text: "That device was signed out." },
  "sessions-ended": { part: "sessions", text: "You are signed out everywhere else." },
} as const satisfies Record<string, { part: Part; text: string }>;

export type Done = keyof typeof doneMessages;

export const accountErrors = {
  noAuthenticator: "Your account has no authenticator app, so there are no recovery codes.",
  passkeyNameMissing: "Please enter a name for the passkey",
  passkeyNameTooLong: `Please use at most ${maximumLength.name} characters`,
  sessionGone: "That session has already ended.",
  passkeyUnverified:
    "Nothing was changed. A password alone is not enough for this change. Sign out, sign in with your passkey, and try again.",
  passkeyGone: "That passkey has already been removed.",
} as const;

export const passkeyErrors = {
  cancelled: "No passkey was created. You can try again at any time.",
  exists: "This device or password manager already has a passkey for your account.",
  failed: "The passkey could not be added. Please try again in a moment.",
} as const;

export const startPageTexts = {
  scope: "The page that opens when you sign in.",
  names: { dashboard: "Dashboard", today: "Today" } satisfies Record<StartPage, string>,
} as const;

export const schemeTexts = {
  scope: "Applies to the staff area in this browser.",
  names: { system: "Match this device", light: "Light", dark: "Dark" } satisfies Record<Scheme, string>,
} as const;

/** Owners can also sign in without the provider. */
export const signOnTexts = {
  connected: {
    owner: "Connected. Your passkeys and password continue to work.",
    others: "Connected. You sign in to this account with single sign-on only.",
  },
  available: {
    owner:
      "Sign in with your account at the firm’s single sign-on provider. Your passkeys and password continue to work.",
    others:
      "Connect your account to the firm’s single sign-on. After that, single sign-on is the only way to sign in.",
  },
} as const;

export const passkeyTexts = {
  unverified:
    "To change your authenticator app or passkeys, sign out and sign in with your passkey. Lost your passkey? Ask another account owner or the server administrator to reset your second factor.",
  needsScript: "Turn on JavaScript to add a passkey.",
  unsupported: "This browser does not support passkeys. Use another browser or device.",
  otherHost: (host: string) => `Passkeys are tied to the address ${host}. Open this page there to add one.`,
  ipAddress:
    "Passkeys need a domain name, but this site is reached by its IP address. Ask your administrator.",
} as const;
