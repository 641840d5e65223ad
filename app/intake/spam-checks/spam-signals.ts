import { submissionFieldNames } from "#app/intake/form/submission-fields.ts";

/** The spam signals of a submission. The sender controls all of them. */
export type SpamSignals = {
  /** The honeypot field; empty unless a program filled it in. */
  website: string;
  formToken: string | null;
  /** A form post always has a token. A JSON call may omit it. */
  isFormPost: boolean;
};

/** @param textOf returns the text of a field, or undefined */
export function readSpamSignals(
  textOf: (name: string) => string | undefined,
  isFormPost: boolean,
): SpamSignals {
  const { trap, token } = submissionFieldNames;
  const filled = (name: string): string | null => textOf(name)?.trim() || null;
  return {
    website: filled(trap) ?? "",
    formToken: filled(token),
    isFormPost,
  };
}
