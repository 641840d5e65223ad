/** The emails about due work that a staff member can choose. */
export const digestKinds = ["morning-list", "monday-digest", "answer-alert"] as const;

export type DigestKind = (typeof digestKinds)[number];

/** The emails that are sent once a day at most. The others are about one person. */
export type ScheduledDigest = Exclude<DigestKind, "answer-alert">;

/** The name of the boxes in forms. */
export const digestField = "digest";

export const digestMessages = {
  "morning-list": {
    label: "Morning list",
    description:
      "At 7:30 AM on business days, if a follow-up on your list is due or overdue. Owners also get it if site changes need approval, claims lack evidence or compliance tasks are open.",
  },
  "monday-digest": {
    label: "Monday digest",
    description: "On the first business day of the week: new people, outcomes and response targets met.",
  },
  "answer-alert": {
    label: "Alert before a reply is late",
    description:
      "At 3 PM on the day a first reply to one of your new leads is due. If you also get the morning list, you are alerted about unassigned leads too.",
  },
} as const satisfies Record<DigestKind, { label: string; description: string }>;

export const digestPageTexts = {
  heading: "Emails about your work",
  lead: "These settings apply to the staff member we wrote to.",
  legend: "Send me",
  save: "Save",
  none: "Stop all of them",
  saved: {
    title: "Saved",
    description: "You can also change this on your account page.",
  },
} as const;

/** The response to a mail program’s one-click unsubscribe request. */
export const digestStoppedText =
  "You won’t get this email anymore. You can turn it back on from your account page.";
