/** Names of what a form carries besides what it asks for. The JSON endpoints take the same, and need none of it. */
export const submissionFieldNames = {
  /** Nobody sees it; programs that fill in whatever they find do not resist it. */
  trap: "website",
  token: "formToken",
  consentWording: "consentWording",
  byEmail: "consentByEmail",
  byPhone: "consentByPhone",
} as const;

/** What a ticked box sends. */
export const ticked = "yes";

/** What the form shows of all this. */
export type SubmissionFieldsState = {
  formToken: string;
  /** What was ticked before the form came back. */
  consent?: { byEmail: boolean; byPhone: boolean } | undefined;
};

/** Which boxes a form has ticked. */
export function consentIn(form: FormData): { byEmail: boolean; byPhone: boolean } {
  const { byEmail, byPhone } = submissionFieldNames;
  return { byEmail: form.get(byEmail) === ticked, byPhone: form.get(byPhone) === ticked };
}

/**
 * The token that a form sent, to go back into it: a new one would say that the form was opened only now.
 * @returns undefined where there is none
 */
export function tokenIn(form: FormData): string | undefined {
  const token = form.get(submissionFieldNames.token);
  return typeof token === "string" && token !== "" ? token : undefined;
}

/** What a form sends of it, beside its own fields, from a form in a page. */
export function submissionFieldsIn(form: FormData): Record<string, string> {
  return Object.fromEntries(
    Object.values(submissionFieldNames).flatMap((name) => {
      const value = form.get(name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
