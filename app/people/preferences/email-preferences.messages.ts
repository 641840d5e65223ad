import type { EmailTopic } from "#app/data/schema/letter-suppressions.ts";

/** The values of the two buttons. */
export const preferenceIntents = { save: "save", none: "none" } as const;

/** The optional emails about events. */
export const topicMessages = {
  reminders: {
    label: "Event reminders",
    description: "Usually two for each event you signed up for: one the day before, one an hour before.",
  },
  announcements: {
    label: "Next event announcements",
    description: "One email when the next event is scheduled, if you asked for it.",
  },
} as const satisfies Record<EmailTopic, { label: string; description: string }>;

export const preferenceMessages = {
  heading: "Email and call preferences",
  lead: "These preferences apply to the email address we wrote to.",
  events: "About events",
  contact: "Staying in touch",
  owed: "We always send confirmations of the forms you submit, updates about events you registered for, and assessment results you requested. To stop emails about an event, cancel your registration through the link in any of them.",
  save: "Save",
  none: "Unsubscribe from all",
} as const;

export const savedMessages = {
  some: {
    title: "Saved",
    description:
      "Your preferences are updated. Optional emails and calls are limited to what is checked below.",
  },
  none: {
    title: "Saved",
    description:
      "You’re unsubscribed from reminders, announcements, articles and invitations, and we won’t call you.",
  },
} as const;

/** The response to a mail program’s one-click unsubscribe request. */
export const unsubscribedText =
  "You’re unsubscribed from reminders, announcements, articles and invitations.";
