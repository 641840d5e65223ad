import type { EmailTopic } from "#app/email/outbox/suppressions.server.ts";

/** The values of the two buttons. */
export const preferenceIntents = { save: "save", none: "none" } as const;

/** The optional emails about events. */
export const topicMessages = {
  reminders: {
    label: "Event reminders",
    description: "Usually two for each event you signed up for: one the day before, one an hour before.",
  },
  announcements: {
    label: "The next event date",
    description: "One email when a date is set, if you asked for it.",
  },
} as const satisfies Record<EmailTopic, { label: string; description: string }>;

export const preferenceMessages = {
  heading: "Your email and call preferences",
  lead: "These choices apply to the person whose address received our email.",
  events: "About events",
  contact: "Staying in touch",
  owed: "We always send confirmations of the forms you submit, the result of an assessment taken with your address, and changes to an event you have a seat for. To stop emails about an event, cancel your sign-up through the link in any of them.",
  save: "Save",
  none: "Stop all of these",
} as const;

export const savedMessages = {
  some: {
    title: "Saved",
    description: "Your preferences are updated. You’ll hear from us only about what is checked below.",
  },
  none: {
    title: "Saved",
    description: "You’ll get no reminders, no event dates, no articles or invitations, and no calls from us.",
  },
} as const;

/** The response to a mail program’s one-click unsubscribe request. */
export const unsubscribedText =
  "You’re unsubscribed: no reminders, no event dates, no articles or invitations.";
