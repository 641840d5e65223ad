import type { ProofOutcome } from "#app/identity/sessions/prove.server.ts";

/** Why somebody is asked: the session lacks its second factor, or what they want to do needs a fresh proof. */
export type ProofReason = "secondFactor" | "freshProof";

export const proveTexts = {
  secondFactor: {
    title: "One more step",
    lead: "Your account asks for a second proof that it is you.",
  },
  freshProof: {
    title: "Please confirm that it is you",
    lead: "What comes next concerns people’s data or who may see it, so we ask once more who you are.",
  },
} as const satisfies Record<ProofReason, { title: string; lead: string }>;

export const proveForm = {
  button: { label: "Continue", busy: "Checking...", press: true },
  code: { label: "Code", hint: "Six digits, from your authenticator app" },
  recoveryCode: { label: "Recovery code", hint: "One of those that you have kept; each works once" },
  passwordPlaceholder: "Enter your password",
  toRecoveryCode: "Use a recovery code instead",
  toCode: "Use your authenticator app instead",
  passkey: { label: "Use a passkey", busy: "Checking..." },
} as const;

type Refusal = Exclude<Extract<ProofOutcome, { ok: false }>["reason"], "signed-out">;

export const proveMessages = {
  code: {
    wrong: "This code is not right, or was used already. Please wait for the next one and try again.",
    "too-many": "There were too many wrong codes. Please try again later, or use a passkey.",
    busy: "Many people are signing in at this moment. Please try again in a minute.",
  },
  password: {
    wrong: "This is not your password. Please try again.",
    "too-many": "There were too many attempts in a short time. Please wait ten minutes and try again.",
    busy: "Many people are signing in at this moment. Please try again in a minute.",
  },
} as const satisfies Record<"code" | "password", Record<Refusal, string>>;

export const provePasskeyMessages = {
  none: "No passkey was used. Please try again, or prove it another way.",
  tooMany: "There were too many attempts in a short time. Please wait ten minutes and try again.",
  failed: "There was no answer. Please try again in a moment.",
} as const;

/** Asks for a recovery code instead of one from the app. */
export const recoveryParameter = "recovery-code";

export const codeMissing = "Please enter a code";
