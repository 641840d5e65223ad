/** The names of the form's fields. */
export const preferenceFields = {
  topic: "wanted",
  consent: "consent",
  /** Channels whose box was checked when the page was displayed. Only a box that the person changes counts as a decision. */
  consentShown: "consentShown",
} as const;
