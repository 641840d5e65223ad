export const undeliverableTexts = {
  heading: "Undeliverable email",
  about: "No email is sent to this address. If it works again, or the person has corrected it, resume.",
  act: "Deliverable again",
  ofAddress: (email: string) => `: ${email}`,
  done: "Email will be sent to this address again. Emails that were not sent are under “Email”.",
} as const;
