import type { EmailTopic } from "#app/email/outbox/suppressions.server.ts";

/** The names of the two buttons, which tell the server what is wanted. */
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
  owed: "Some emails always come: confirmations of what you send us, the result of an assessment taken with your address, and changes to an event you have a seat for. To stop those about an event, give up your seat through the link in any of its emails.",
  save: "Save",
  none: "Stop all of these",
} as const;

/** Where something is still wanted, and where nothing is. */
export const savedMessages = {
  some: { title: "Saved", description: "What is checked below is on. Everything else is off." },
  none: {
    title: "Saved",
    description: "You’ll get no reminders, no event dates, no articles or invitations, and no calls from us.",
  },
} as const;

/** The answer to a mail program that unsubscribed for its owner. */
export const unsubscribedText =
  "You’re unsubscribed: no reminders, no event dates, no articles or invitations.";
