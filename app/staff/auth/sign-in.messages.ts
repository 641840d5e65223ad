import type { SignInOutcome } from "#app/identity/sessions/sign-in.server.ts";
import { credentialTexts } from "#app/staff/auth-forms/credentials.messages.ts";
import { signOnButton, signOnNotices } from "#app/staff/auth-forms/sign-on.messages.ts";
import type { SignInNotice } from "#app/staff/paths/sign-in-path.ts";
import type { AlertState } from "#app/ui/alert.tsx";

type SignInRefusal = Extract<SignInOutcome, { ok: false }>["reason"];

export const signInTexts = {
  tabs: { "sign-in": "Sign In", "sign-up": "Sign Up" },
  signIn: { label: "Sign In", busy: "Signing in...", press: true },
  signUp: { label: "Sign Up", busy: "Creating account...", press: true },
  // spec §5
  newPasswordPlaceholder: "Create a password (min. 6 characters)",
  signUpNote:
    "We’ll email you a link to confirm your address. After that, an account owner reviews your account.",
  resend: { label: "Resend the link", busy: "Sending..." },
} as const;

export const quickAccess = { label: "Quick Admin Access", busy: "Signing in..." } as const;

export const quickAccessMessages = {
  // spec §8
  none: "Auto-login account not found. Please use manual sign up first.",
  tooMany: credentialTexts.tooManyAttempts,
  failed: credentialTexts.noResponse,
} as const;

export const signInMessages = {
  // spec §8
  wrong: "Invalid email or password. Please try again.",
  "too-many":
    "Too many attempts. Please wait ten minutes, or reset your password with “Forgot your password?” to sign in immediately.",
  unconfirmed: "Your email address is not confirmed yet. Please open the link that we emailed you.",
  provider: `Your account uses single sign-on. Please choose “${signOnButton.label}”.`,
  busy: credentialTexts.busy,
} as const satisfies Record<SignInRefusal, string>;

export const signUpMessages = {
  // spec §8
  "account-exists": "This email is already registered. Please sign in instead.",
  "too-many": "Too many attempts. Please try again in an hour.",
  busy: credentialTexts.busy,
} as const;

// spec §8
export const linkSent = {
  text: "Check your email for the confirmation link!",
  isGood: true,
} satisfies AlertState;

const notices = {
  codes: {
    text: "You were signed out after too many incorrect codes. Please sign in again. If codes are still rejected, wait an hour.",
  },
  spent: {
    text: "Too many incorrect codes were entered for this account today. Reset your password with “Forgot your password?”, use a passkey, or sign in from a browser in which you have entered a code before. If it wasn’t you, someone knows your password.",
  },
  made: { text: "Your account is ready. Please sign in.", isGood: true },
  ended: {
    text: "You have been signed out. Sessions end after an hour of inactivity or twelve hours in total, when you sign out elsewhere, and when your access changes. Please sign in again.",
    isGood: true,
  },
} as const satisfies Record<SignInNotice, AlertState>;

export const noticeMessages: ReadonlyMap<string, AlertState> = new Map([
  ...Object.entries(notices),
  ...signOnNotices,
]);
