import { submissionFieldNames } from "#app/intake/form/submission-fields.ts";

/** The spam signals of a submission. The sender controls all of them. */
export type SpamSignals = {
  /** The honeypot field; empty unless a program filled it in. */
  honeypot: string;
  formToken: string | null;
  /** A form post always has a token. A JSON call may omit it. */
  isFormPost: boolean;
};

/** @param textOf returns the text of a field, or undefined */
export function readSpamSignals(
  textOf: (name: string) => string | undefined,
  isFormPost: boolean,
): SpamSignals {
  const { honeypot, token } = submissionFieldNames;
  const filled = (name: string): string | null => textOf(name)?.trim() || null;
  return {
    honeypot: filled(honeypot) ?? "",
    formToken: filled(token),
    isFormPost,
  };
}
