import type { LetterTopic } from "#app/mail/suppressions.server.ts";

/** The names of the two buttons, which tell the server what is wanted. */
export const preferenceIntents = { save: "save", none: "none" } as const;

/** The letters that somebody can do without, each with what it is. */
export const topicMessages = {
  reminders: {
    label: "Reminders of an event that you signed up for",
    description: "Usually two for each event: one the day before, one an hour before.",
  },
  announcements: {
    label: "Word of the next date",
    description: "One e-mail when a date is set, if you asked for it.",
  },
} as const satisfies Record<LetterTopic, { label: string; description: string }>;

export const preferenceMessages = {
  heading: "Which e-mails you get",
  lead: "These choices apply to the address that received our e-mail.",
  owed: "Confirmations always come: of a sign-up, of a request to be told the next date, of a place that you give up. So does the result of an assessment that was taken with your address, and so does news of a place that you hold: that a seat opened up for you, that the event was changed or canceled. To get none of that news either, give up the place, through the link in any of these e-mails.",
  save: "Save",
  none: "Send me none of these",
} as const;

/** Where something is still wanted, and where nothing is. */
export const savedMessages = {
  some: { title: "Saved", description: "From now on you get the e-mails that are marked below." },
  none: { title: "Saved", description: "From now on you get neither reminders nor word of the next date." },
} as const;

/** The answer to a mail program that unsubscribed for its owner. */
export const unsubscribedText = "From now on you get neither reminders nor word of the next date.";
