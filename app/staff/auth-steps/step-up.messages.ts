import type { StepUpOutcome } from "#app/identity/sessions/step-up.server.ts";
import { practice } from "#content/practice.ts";

/** Why somebody is asked: the session lacks its second factor, or what they want to do needs a fresh proof. */
export type StepUpReason = "secondFactor" | "freshProof";

/** What the form asks for. */
export type Asked = "code" | "recoveryCode" | "password";

export const stepUpTexts = {
  secondFactor: {
    title: "One more step",
    lead: "Your account asks for a second proof that it is you.",
  },
  freshProof: {
    title: "Please confirm that it is you",
    lead: "What comes next concerns people’s data or who may see it, so we ask once more who you are.",
  },
} as const satisfies Record<StepUpReason, { title: string; lead: string }>;

export const stepUpForm = {
  button: { label: "Continue", busy: "Checking...", press: true },
  code: { label: "Code", hint: "Six digits, from your authenticator app" },
  recoveryCode: { label: "Recovery code", hint: "One of those that you have kept; each works once" },
  passwordPlaceholder: "Enter your password",
  toRecoveryCode: "Use a recovery code instead",
  neither: `Neither phone nor codes? Tell an owner of the practice, or call ${practice.phone.display.replaceAll(" ", "\u00a0")}: once it is sure that it is you, the second factor can be taken away.`,
  toCode: "Use your authenticator app instead",
  passkey: { label: "Use a passkey", busy: "Checking..." },
} as const;

export type Refusal = Exclude<Extract<StepUpOutcome, { ok: false }>["reason"], "signed-out">;

const wrongWords = {
  code: "This code is not right, or was used already. Please wait for the next one and try again.",
  recoveryCode: "This recovery code is not right, or was used already. Each works once: please try another.",
  password: "This is not your password. Please try again.",
} as const satisfies Record<Asked, string>;

const tenMinutes = "There were too many attempts in a short time. Please wait ten minutes and try again.";

const closedWords = {
  "too-many":
    "There were too many wrong codes. Please sign out and sign in again; if codes are still refused then, wait an hour.",
  spent:
    "Too many wrong codes were tried for this account today. They are taken again tomorrow, and until then in a browser where you have used one before.",
} as const;

const passkeyInstead = "You can use a passkey instead.";

/** Why a proof was not taken, and what can be done. A passkey is named only where there is one. */
export function stepUpRefusal(reason: Refusal, asks: Asked, hasPasskey: boolean): string {
  if (reason === "wrong") return wrongWords[asks];
  if (reason === "busy") return "Many people are signing in at this moment. Please try again in a minute.";
  const closed = asks === "password" ? tenMinutes : closedWords[reason];
  return hasPasskey ? `${closed} ${passkeyInstead}` : closed;
}

export const stepUpPasskeyMessages = {
  none: "No passkey was used. Please try again, or prove it another way.",
  tooMany: "There were too many attempts in a short time. Please wait ten minutes and try again.",
  failed: "There was no answer. Please try again in a moment.",
} as const;

/** Asks for a recovery code instead of one from the app. */
export const recoveryParameter = "recovery-code";

export const codeMissing = "Please enter a code";
