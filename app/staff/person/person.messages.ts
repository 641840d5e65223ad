import type { LimitedRows } from "#app/people/export/load-person.server.ts";

export const personTexts = {
  /** Title of the page. It leaves out the name, because browsers store titles. */
  page: "Person",
  rotation: "New leads in turn",
  story: "Activity",
  known: "Also known as",
  details: "Details",
  editContact: "Edit contact details",
  consent: "Consent",
  more: "More",
  since: (company: string | null, date: string) =>
    company === null ? `First form on ${date}.` : `${company}. First form on ${date}.`,
  addedOn: (company: string | null, date: string) =>
    company === null ? `Added by staff on ${date}.` : `${company}. Added by staff on ${date}.`,
  shown: { all: "All", notes: "Notes", forms: "Forms", emails: "Email", visits: "Visits" },
  noEntries: "No entries of this kind.",
  showAll: (count: number) => `Show all ${count} entries`,
  showLatest: (count: number) => `Show the latest ${count} entries`,
  export: "Export as a file",
  exportHint:
    "All data about the person as a JSON file, for a person who requests a copy. First verify that they own the address.",
  erase: "Erase…",
  withdraw: "Record opt-out",
  withdrawHint: "Takes effect immediately. A form they submit later does not reverse it.",
  give: "Record consent",
  giveHint:
    "Only if they asked for it. This reverses an earlier opt-out and is recorded with your email address and today’s date.",
  save: "Save",
  channelMissing: "Please choose email, phone or both",
  consentChanged: (facts: readonly (readonly [term: string, description: string])[]) =>
    [
      "The consent has changed since you opened this page, and nothing was saved.",
      ...facts.map(([term, description]) => `${term}: ${description.replace(/\.$/, "")}.`),
      "Check the current consent, then save again",
    ].join(" "),
  done: "Saved.",
  truncated: (what: string, count: number) =>
    `Only the latest ${count} ${what} are displayed. The export has all of them.`,
} as const;

/** The names of rows of which only the latest are displayed. */
export const limitedRowNames: Readonly<Record<LimitedRows, string>> = {
  notes: "notes",
  bookings: "appointments",
  assessments: "assessments",
  unverifiedAssessments: "assessments that did not come through our form",
  signUps: "sign-ups",
  repeats: "duplicate sign-ups",
  consentReceipts: "consent records",
  identifiedVisits: "visits with a form",
  visits: "visits",
  events: "visit events",
  heldSubmissions: "quarantined forms",
  letters: "emails",
};

/** Appointments in the activity. */
export const bookingTexts = {
  titles: {
    booked: "Appointment booked",
    rescheduled: "Appointment rescheduled",
    canceled: "Appointment canceled",
  },
  scheduler: "The scheduler",
  notAssigned: "Not assigned",
} as const;

/** The kinds of activity that can be chosen. */
export type ShownActivity = keyof typeof personTexts.shown;

/** Texts of the panel for calls. */
export const callTexts = {
  call: "Call",
  write: "Write an email",
  appointment: (at: string) => `Appointment: ${at}`,
  emailOptedOut: (date: string) =>
    `Opted out of articles and invitations on ${date}. Reply only to what they asked.`,
  noPhone: "No phone number",
  numberOf: (number: string, form: string, day: string) => `${number} (${form}, ${day})`,
  enteredByStaff: "entered by staff",
  otherNumbers: (numbers: readonly string[]) => `This consent does not cover ${numbers.join(", ")}.`,
  allowed: "Calls allowed.",
  notAllowed: "Calls not allowed.",
  notAsked: "Not asked about calls.",
  unchecked: "The person did not check the box for calls.",
  withoutBox: "None of this person’s forms had a consent box for calls.",
  optedOut: (date: string) => `Opted out on ${date}.`,
  wording: (version: string) => `wording of ${version}`,
  // 47 CFR 64.1200(c)(1), as of 2026.
  hours: "Only between 8 AM and 9 PM in the person’s time zone.",
  weakest: "Weakest answers",
  noWeakAnswers: "Every answer has 3 of 3 points.",
  laterResult: (score: string, day: string) => `${score} on ${day}, not through our form`,
  points: (score: number) => `${score} of 3`,
  question: "Question",
  questionFor: (day: string) => `Question for ${day}`,
  lastPages: "Last pages read",
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
