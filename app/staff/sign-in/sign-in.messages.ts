import type { Identity } from "#app/identity/identity.server.ts";
import { passwordLength } from "#app/identity/password-length.ts";

type SignInRefusal = Extract<Awaited<ReturnType<Identity["signIn"]>>, { ok: false }>["reason"];

export const signInMessages = {
  // spec §8
  wrong: "Invalid email or password. Please try again.",
  "too-many": "There were too many attempts in a short time. Please wait five minutes and try again.",
} as const satisfies Record<SignInRefusal, string>;

export const passwordMessages = {
  missing: "Please enter your password",
  tooShort: `Please use at least ${passwordLength.minimum} characters`,
  tooLong: `Please use at most ${passwordLength.maximum} characters`,
} as const;

export const setUpMessages = {
  alreadyThere:
    "This address already has an account. Use another one here, or make that account an owner from the shell.",
} as const;
