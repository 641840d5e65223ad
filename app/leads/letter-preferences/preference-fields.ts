/** The names of the form's fields. */
export const preferenceFields = {
  topic: "wanted",
  consent: "consent",
  /** Channels whose box was ticked when the page was displayed: only a box that the person changes is a decision. */
  consentShown: "consentShown",
} as const;
