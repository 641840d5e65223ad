import { passwordLength } from "#app/identity/passwords/password-length.ts";

export const passwordMessages = {
  hint: `At least ${passwordLength.minimum} characters. A long sentence is safer than a short, clever password.`,
  missing: "Please enter your password",
  tooShort: (minimum: number) => `Please use at least ${minimum} characters`,
  tooLong: `Please use at most ${passwordLength.maximum} characters`,
  common: "This password is too common. Please choose another.",
  wrong: "Incorrect password. Please try again.",
} as const;

/** Wording that several sign-in screens share. */
export const credentialTexts = {
  emailPlaceholder: "Enter your email",
  passwordPlaceholder: "Enter your password",
  forgotPassword: "Forgot your password?",
  tooManyAttempts: "Too many attempts. Please wait ten minutes and try again.",
  busy: "Many people are signing in right now. Please try again in a minute.",
  noResponse: "The server did not respond. Please try again in a moment.",
} as const;
