export const undeliverableTexts = {
  heading: "Undeliverable email",
  about: "No email is sent to this address until it is marked as deliverable again.",
  act: "Mark as deliverable",
  ofAddress: (email: string) => `: ${email}`,
  done: "Email will be sent to this address again. Emails that were not sent are under “Email”.",
} as const;
