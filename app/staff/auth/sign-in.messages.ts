import type { SignInNotice } from "#app/staff/paths/sign-in-path.ts";
import type { SignInOutcome } from "#app/identity/sessions/sign-in.server.ts";
import type { AlertState } from "#app/ui/alert.tsx";

type SignInRefusal = Extract<SignInOutcome, { ok: false }>["reason"];

/** Labels and placeholders of the two forms. */
export const signInTexts = {
  tabs: { "sign-in": "Sign In", "sign-up": "Sign Up" },
  signIn: { label: "Sign In", busy: "Signing in...", press: true },
  signUp: { label: "Sign Up", busy: "Creating account...", press: true },
  emailPlaceholder: "Enter your email",
  passwordPlaceholder: "Enter your password",
  // spec §5
  newPasswordPlaceholder: "Create a password (min. 6 characters)",
  signUpNote:
    "We send a link to your address. Once you have opened it, an owner of the practice decides what your account may see.",
  forgotten: "Forgot your password?",
  sendAgain: { label: "Send the link again", busy: "Sending..." },
} as const;

export const quickAccess = { label: "Quick Admin Access", busy: "Signing in..." } as const;

/** What came of a tap on Quick Admin Access, where it did not sign anybody in. */
export const quickAccessMessages = {
  // spec §8
  none: "Auto-login account not found. Please use manual sign up first.",
  tooMany: "There were too many attempts in a short time. Please wait ten minutes and try again.",
  failed: "There was no answer. Please try again in a moment.",
} as const;

export const signInMessages = {
  // spec §8
  wrong: "Invalid email or password. Please try again.",
  "too-many":
    "There were too many attempts in a short time. Please wait ten minutes, or follow “Forgot your password?”: a new password works at once.",
  unconfirmed: "Your email address is not confirmed yet. Please open the link that we sent you.",
  busy: "Many people are signing in at this moment. Please try again in a minute.",
} as const satisfies Record<SignInRefusal, string>;

export const signUpMessages = {
  // spec §8
  "already-there": "This email is already registered. Please sign in instead.",
  "too-many": "There were too many attempts in a short time. Please try again in an hour.",
  busy: signInMessages.busy,
} as const;

// spec §8
export const linkSent = {
  text: "Check your email for the confirmation link!",
  isGood: true,
} satisfies AlertState;

const leadBacks = {
  codes: {
    text: "There were too many wrong codes, so you were signed out. Please sign in again; if codes are still refused then, wait an hour.",
  },
  spent: {
    text: "Too many wrong codes were tried for this account today. They are still taken in a browser where you have used one before; here, set a new password with “Forgot your password?” first, or use a passkey if you have one. If it was not you who tried, somebody knows your password.",
  },
  made: { text: "Your account is ready. Please sign in.", isGood: true },
  // Nothing went wrong.
  ended: {
    text: "You are signed out. A session ends after an hour without use, after twelve hours, when you sign out elsewhere, and when your access changes. Please sign in again.",
    isGood: true,
  },
} as const satisfies Record<SignInNotice, AlertState>;

export const leadBackMessages: ReadonlyMap<string, AlertState> = new Map(Object.entries(leadBacks));
