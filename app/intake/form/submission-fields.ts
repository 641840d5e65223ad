/** Names of the form fields besides the visible ones. The JSON endpoints accept them and do not require them. */
export const submissionFieldNames = {
  /** The honeypot: people do not see it, and programs that fill in every field reveal themselves. */
  honeypot: "website",
  token: "formToken",
  consentWording: "consentWording",
  byEmail: "consentByEmail",
  byPhone: "consentByPhone",
} as const;

/** The value of a checked box. */
export const checked = "yes";

export type SubmissionFieldsState = {
  formToken: string;
  /** The boxes that were checked when the form was rejected. */
  consent?: { byEmail: boolean; byPhone: boolean } | undefined;
};

export function readConsentBoxes(form: FormData): { byEmail: boolean; byPhone: boolean } {
  const { byEmail, byPhone } = submissionFieldNames;
  return { byEmail: form.get(byEmail) === checked, byPhone: form.get(byPhone) === checked };
}

/** Far longer than any token, so a truncated token stays invalid. */
const maxTokenLength = 1_000;

/** The form token, which a rejected form keeps, because a new one would make the form look recently opened. */
export function readFormTokenField(form: FormData): string | undefined {
  const token = form.get(submissionFieldNames.token);
  return typeof token === "string" && token !== "" ? token.slice(0, maxTokenLength) : undefined;
}

/** The submission fields of a form in a page. */
export function readSubmissionFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    Object.values(submissionFieldNames).flatMap((name) => {
      const value = form.get(name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
