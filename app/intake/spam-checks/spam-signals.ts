import { submissionFieldNames } from "#app/intake/form/submission-fields.ts";

/** What tells people from programs, as it came with a form. Whoever sends it can write anything here. */
export type Evidence = {
  /** The field that nobody sees: empty, unless a program filled it in. */
  website: string;
  /** What the page was given when it was sent. */
  formToken: string | null;
  /** A form in one of our pages always carries a token; a call of the JSON endpoint need not. */
  isFormPost: boolean;
};

/** @param textOf the text of a field, or undefined where there is none */
export function readEvidence(textOf: (name: string) => string | undefined, isFormPost: boolean): Evidence {
  const { trap, token } = submissionFieldNames;
  const filled = (name: string): string | null => textOf(name)?.trim() || null;
  return {
    website: filled(trap) ?? "",
    formToken: filled(token),
    isFormPost,
  };
}
