import type { SignInOutcome } from "#app/identity/sessions/sign-in.server.ts";
import type { AlertState } from "./card/alert.tsx";

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
  unconfirmed: "Your e-mail address is not confirmed yet. Please open the link that we sent you.",
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

/** Why somebody was led back to the sign-in screen. Named in its address, so nothing but these can be made to stand there. */
export const leadBackMessages: ReadonlyMap<string, AlertState> = new Map([
  ["codes", { text: "There were too many wrong codes, so you were signed out. Please sign in again." }],
]);

export const leadBackParameter = "because";
