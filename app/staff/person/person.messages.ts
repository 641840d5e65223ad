export const personTexts = {
  missingTitle: "Person not found",
  missing: "They may have been erased, or the link may be incomplete. Search under “People”.",
  all: "People",
  story: "Activity",
  export: "Export as a file",
  exportHint:
    "All data about the person as a JSON file, for a person who requests a copy. First verify that they own the address.",
  erase: "Erase…",
  withdraw: "Record opt-out",
  withdrawHint: "Takes effect immediately. A form they send later does not lift it.",
  give: "Record consent",
  giveHint:
    "Only if they asked for it. This lifts an earlier opt-out and is recorded with your email address and today’s date.",
  save: "Save",
  channelMissing: "Please choose email, phone or both",
  done: "Saved.",
  cut: (what: string, count: number) =>
    `Only the latest ${count} ${what} are displayed. The export has all of them.`,
} as const;

export const signupStates = {
  seat: "Seat",
  waiting: "Waiting list",
  cancelled: "Canceled",
  "next-date": "Asked for the next date",
  told: "Notified of the next date",
  repeat: "Duplicate; the first sign-up counts",
} as const;

export const topicNames: Readonly<Record<string, string>> = {
  reminders: "event reminders",
  announcements: "announcements of the next date",
};
