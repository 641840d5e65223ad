/** Actors without an account. */
export const actorNames = {
  shell: "The administrator",
  nobody: "A visitor",
} as const;

/** Kinds of subjects. */
export const subjectNames: Readonly<Record<string, string>> = {
  person: "Person",
  account: "Account",
  invitation: "Invitation",
  submission: "Submission",
  letter: "Email",
  event: "Event",
  export: "Export",
  session: "Session",
  spend: "Spend",
  page: "Page",
  claim: "Claim",
  incident: "Incident",
  hold: "Legal hold",
  promoter: "Testimonial or promoter",
  "content-change": "Content change",
  "content-picture": "Picture",
  integration: "Integration",
  delivery: "Delivery",
};

export const auditTexts = {
  empty: "No entries yet. Access to personal data and changes to it appear here.",
  about:
    "Entries cannot be changed or deleted. Reading the log is recorded too. Times are in the firm’s time zone.",
  person: "Find entries about a person",
  personHint:
    "The log shows only staff email addresses, but you can find entries about any person by email address.",
  personField: "Email address",
  find: "Find",
  whoHint: "A full email address, “shell” for the administrator, or “visitor”",
  wholeAddress: "“Who” needs a full staff email address, like ruth@example.com. Please complete it.",
  aboutHint: "To fill this in, click a link in the “About” column",
  aboutLeftOut: (typed: string) =>
    `“${typed}” is not a valid choice for “About” and was ignored. For a person, use “Find entries about a person”.`,
  mayNot:
    "Your account can’t view the audit log. Only owners and examiners can. If you need access, ask an owner.",
} as const;
