import { passwordLength } from "#app/identity/passwords/password-length.ts";

/** What stands beside a password that can't be used as it is. */
export const passwordMessages = {
  hint: `At least ${passwordLength.minimum} characters. A long sentence is safer than a short, clever password.`,
  missing: "Please enter your password",
  tooShort: (minimum: number) => `Please use at least ${minimum} characters`,
  tooLong: `Please use at most ${passwordLength.maximum} characters`,
  common: "This password is among those that are guessed first. Please choose another.",
  wrong: "This is not the password of this account",
} as const;
