export const peopleTexts = {
  search: "Name, email or phone",
  searchHint: "Among all assessments and signups",
  ask: "Search by name, email or phone. The 20 best matches are displayed.",
  best: (count: number) => `The ${count} best matches; there are more.`,
  more: "Enter more of the name, email or phone number to find the others.",
  exactTitle: "Exact email address",
  exactHint:
    "For a person who contacts you. The address is kept out of the browser’s history, and quarantined submissions are searched too.",
  exactLabel: "Email address",
  find: "Find",
  unknown: "We have no data about that address. Check the spelling.",
  emailsOnly:
    "No form was submitted with that address. There are emails or an opt-out for it, which the administrator can export and erase (npm run person).",
  missingTitle: "Person not found",
  missing: "They may have been erased, or the link may be incomplete. Search under “People”.",
} as const;

export const personTexts = {
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
