import type { StepUpOutcome } from "#app/identity/sessions/step-up.server.ts";
import { credentialTexts } from "#app/staff/auth-forms/credentials.messages.ts";
import { authenticatorTexts } from "#app/staff/auth-forms/authenticator.messages.ts";
import { practice } from "#content/practice.ts";

/** `secondFactor`: sign-in is incomplete. `recentAuthentication`: the last authentication is too old for the requested action. */
export type StepUpReason = "secondFactor" | "recentAuthentication";

/** The credential that the form requests. */
export type Requested = "code" | "recoveryCode" | "password";

export const stepUpTexts = {
  secondFactor: {
    title: "Two-step verification",
    lead: "Enter a code to finish signing in.",
  },
  recentAuthentication: {
    title: "Confirm your identity",
    lead: "Before you continue, please confirm that it’s you. This step protects personal data and access to it.",
  },
} as const satisfies Record<StepUpReason, { title: string; lead: string }>;

export const stepUpForm = {
  button: { label: "Continue", busy: "Checking...", press: true },
  code: { label: authenticatorTexts.code, hint: authenticatorTexts.codeHint },
  recoveryCode: { label: "Recovery code", hint: "One of your saved codes; each works once" },
  toRecoveryCode: "Use a recovery code instead",
  get lostBoth() {
    return `Lost your phone and your recovery codes? Ask an account owner or call ${practice.phone.display.replaceAll(" ", "\u00a0")}. Once we have verified your identity, we can remove your second factor.`;
  },
  toCode: "Use your authenticator app instead",
  passkey: { label: "Use a passkey", busy: "Checking..." },
} as const;

export type Refusal = Exclude<Extract<StepUpOutcome, { ok: false }>["reason"], "signed-out">;

const wrongTexts = {
  code: "This code is incorrect or has already been used. Wait for the next code and try again.",
  recoveryCode: "This recovery code is incorrect or has already been used. Try another one.",
  password: "Incorrect password. Please try again.",
} as const satisfies Record<Requested, string>;

const limitTexts = {
  "too-many":
    "Too many incorrect codes. Sign out and sign in again. If codes are still rejected, wait an hour.",
  spent:
    "Too many incorrect codes were entered for this account today. Try again tomorrow, or use a browser in which you have entered a code before.",
} as const;

const passkeyInstead = "You can use a passkey instead.";

/** Describes why step-up failed and what to do. A passkey is mentioned only if the account has one. */
export function describeRefusal(reason: Refusal, requested: Requested, hasPasskey: boolean): string {
  if (reason === "wrong") return wrongTexts[requested];
  if (reason === "busy") return credentialTexts.busy;
  const text = requested === "password" ? credentialTexts.tooManyAttempts : limitTexts[reason];
  return hasPasskey ? `${text} ${passkeyInstead}` : text;
}

export const stepUpPasskeyMessages = {
  none: "No passkey was used. Try again, or choose another method.",
  tooMany: credentialTexts.tooManyAttempts,
  failed: credentialTexts.noResponse,
} as const;

/** Query parameter that requests a recovery code instead of a code from the app. */
export const recoveryParameter = "recovery-code";

export const codeMissing = "Please enter a code";
