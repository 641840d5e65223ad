export const peopleTexts = {
  search: "Name, email or phone",
  searchHint: "Among all assessments and signups",
  ask: "Look for somebody by what you know of them. The twenty who fit best are shown.",
  best: (count: number) => `The ${count} best matches; there are more.`,
  more: "Type more of the name, the address or the number to find the others.",
  exactTitle: "By the exact email address",
  exactHint:
    "For somebody who calls or writes. The address is not put into the browser’s history, and forms that were held back are looked through as well.",
  exactLabel: "Email address",
  find: "Find",
  nobody: "Nothing is held about that address. Check the spelling.",
  lettersOnly:
    "No form was ever sent from that address. Letters, or a word to stop, are held about it: whoever runs the server can export and erase them (npm run person).",
  missingTitle: "Nobody here",
  missing:
    "There is nobody at this link. They may have been erased, or the link is incomplete. Search under “People”.",
} as const;

export const personTexts = {
  all: "People",
  story: "What happened, the newest first",
  export: "Export as a file",
  exportHint:
    "For the person who asks for a copy: everything that is held, as one JSON file. Make sure first that they own the address.",
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
    `Shown are the newest ${count} ${what}. The export as a file has all of them.`,
} as const;

export const signupStates = {
  seat: "Seat",
  waiting: "Waiting list",
  cancelled: "Canceled",
  "next-date": "Wants to be told the next date",
  told: "Was told the next date",
  repeat: "Signed up again; the first place holds",
} as const;

export const topicNames: Readonly<Record<string, string>> = {
  reminders: "event reminders",
  announcements: "announcements of the next date",
};
