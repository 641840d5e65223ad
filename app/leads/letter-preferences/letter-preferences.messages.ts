import type { LetterTopic } from "#app/mail/suppressions.server.ts";

/** The names of the two buttons, which tell the server what is wanted. */
export const preferenceIntents = { save: "save", none: "none" } as const;

/** The letters that somebody can do without, each with what it is. */
export const topicMessages = {
  reminders: {
    label: "Reminders of an event that you signed up for",
    description: "Two for each event: a day before and an hour before.",
  },
  announcements: {
    label: "Word of the next date",
    description: "One letter when a date is set, if you asked for it.",
  },
} as const satisfies Record<LetterTopic, { label: string; description: string }>;

export const preferenceMessages = {
  heading: "Which letters you get",
  lead: "This is about the address to which we sent the letter that led you here.",
  owed: "Letters about a place that you hold always come: that you have it, that a seat got free for you, that the event was changed or called off. To get none of those either, give up the place, through the link in any of them.",
  save: "Save",
  none: "Send me none of these",
} as const;

/** Where something is still wanted, and where nothing is. */
export const savedMessages = {
  some: { title: "Saved", description: "From now on you get the letters that are marked below." },
  none: { title: "Saved", description: "From now on you get neither reminders nor word of the next date." },
} as const;

/** The answer to a mail program that unsubscribed for its owner. */
export const unsubscribedText = "From now on you get neither reminders nor word of the next date.";
