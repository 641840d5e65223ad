import { maximumLength } from "#app/platform/limits.ts";

/** Errors displayed beside contact fields. */
export const contactMessages = {
  nameMissing: "Please enter your name",
  emailMissing: "Please enter your email address",
  // Specification section 5.
  emailInvalid: "Please enter a valid email address",
  phoneMissing: "Please enter your phone number",
  nameTooLong: tooLong(maximumLength.name),
  emailTooLong: tooLong(maximumLength.email),
  phoneTooLong: tooLong(maximumLength.phone),
  textTooLong: tooLong(maximumLength.freeText),
  invisibleCharacters: "Please remove invisible characters",
  controlCharacters: "Please remove line breaks and invisible characters",
} as const;

function tooLong(maximum: number): string {
  return `Please use at most ${maximum} characters`;
}
