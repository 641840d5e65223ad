import { notifyPeople } from "#app/staff/shell/no-email.ts";
import type { AddOutcome, EditOutcome } from "#app/events/management/manage-events.server.ts";
import type { EventField } from "./event-values.ts";

export const formTexts = {
  newTitle: "New live event",
  editTitle: "Edit event",
  fromLast:
    "Everything except the date is copied from the last event. Choose a date and time, check the rest, then press “Schedule event”.",
  schedule: "Schedule event",
  save: "Save",
  discard: "Discard changes",
  conflict:
    "A colleague changed this event after you opened this form, so nothing was saved. The form has your changes, with the current value next to each. Save again to replace the current values.",
  seeBelow: "Nothing was saved. Please correct the marked fields.",
  notice: "Notifications",
  noRequests: "No one has asked to be notified of the next date.",
  requests: (count: number) =>
    `${count === 1 ? "1 person" : `${count} people`} asked to be notified of the next date and will get an email.`,
  requestsWithoutEmail: (count: number) =>
    `${count === 1 ? "1 person" : `${count} people`} asked to be notified of the next date. ${notifyPeople}`,
  noHolders: "No one has signed up, so no one will be notified.",
  holders: (count: number) =>
    `${count === 1 ? "1 person has" : `${count} people have`} signed up and will get an email if you change the title, start, time zone, length or join link.`,
  holdersWithoutEmail: (count: number) =>
    `${count === 1 ? "1 person has" : `${count} people have`} signed up. ${notifyPeople}`,
  waiting: (count: number) =>
    `${count === 1 ? "1 person is" : `${count} people are`} on the waiting list. If you add seats, the first people on the list get them and are notified by email.`,
  waitingWithoutEmail: (count: number) =>
    `${count === 1 ? "1 person is" : `${count} people are`} on the waiting list. If you add seats, the first people on the list get them. ${notifyPeople}`,
} as const;

export const fieldLabels: Record<EventField, string> = {
  summary: "Summary (optional)",
  ownHosts: "Hosts of this event",
  title: "Title",
  start: "Starts",
  timeZone: "Time zone",
  durationMinutes: "Length in minutes",
  capacity: "Seats",
  hosts: "Hosts",
  topics: "Topics",
  joinUrl: "Join link",
};

export const fieldHints: Partial<Record<EventField, string>> = {
  start: "Local time in the time zone below.",
  timeZone: "For example, America/Chicago.",
  summary: "One or two sentences below the title on the public page, in place of the standard text.",
  ownHosts: "For people who are not listed above. The public page displays what you enter here.",
  topics:
    "Emails and the calendar entry list them in this order. If you describe exactly three, they replace the three standard cards of the public page.",
  joinUrl: "Only people with a seat get it, by email.",
};

/** The labels within a host and a topic. */
export const slotLabels = {
  host: (slot: number, name: string) => (name === "" ? `Host ${slot}` : `Host ${slot}: ${name}`),
  name: "Name",
  role: "Role or credentials",
  biography: "Biography",
  firm: "Works for the firm",
  ties: "Compensation and referral arrangements",
  tiesHint:
    "Required for a guest: whether the guest is a client, what anyone is paid, and whether you refer clients to each other.",
  topic: (slot: number) => `Topic ${slot}`,
  title: "Topic",
  description: "Description (optional)",
  moreTopics: "More topics",
} as const;

/** The errors within a host and a topic. */
export const slotTexts = {
  name: "Please enter the name of the host, with up to 200 characters",
  role: "Please enter a role or credentials of up to 200 characters",
  biography: "Please enter a biography of up to 600 characters",
  ties: "Please state whether the guest is a client, what anyone is paid, and whether you refer clients to each other, in up to 600 characters",
  title: "Please enter a topic of up to 200 characters",
  description: "Please use at most 400 characters",
} as const;

/** The error of each field. */
export const fieldTexts: Record<EventField, string> = {
  summary: "Please enter a summary of up to 400 characters",
  ownHosts: "Please enter at most three hosts",
  title: "Please enter a title of up to 200 characters",
  start: "Please enter the start date and time",
  timeZone: "Please enter a time zone such as America/Chicago",
  durationMinutes: "Please enter the length in whole minutes, from 5 to 600",
  capacity: "Please enter the number of seats, from 1 to 100,000",
  hosts: "Please choose or enter at least one host",
  topics:
    "Please enter at least one topic. Describe exactly three, or none, because the public page has three cards",
  joinUrl: "Please enter the full URL, which starts with https://",
};

type Reason = Extract<AddOutcome | EditOutcome, { ok: false }>["reason"];

/** The message for each refusal, and the field that it is about, if there is one. */
export const refusals = {
  "no-such-time": {
    field: "start",
    text: "This time does not exist in the time zone, because the clocks go forward. Please choose another",
  },
  past: { field: "start", text: "This time is in the past. Please choose a later one" },
  "already-there": {
    field: "start",
    text: "An event with this title and start already exists. You may have submitted the form twice",
  },
  "seats-taken": { field: "capacity", text: "More seats than that are taken" },
  over: { text: "This event has ended and can no longer be changed." },
  cancelled: { text: "This event was canceled and can no longer be changed. You can schedule another." },
  unknown: { text: "This event no longer exists. Go back to “All events”." },
  "changed-meanwhile": { text: formTexts.conflict },
} as const satisfies Record<Reason, { field?: EventField; text: string }>;

export function seatsTakenText(seatsTaken: number): string {
  const taken = seatsTaken === 1 ? "1 seat is taken" : `${seatsTaken} seats are taken`;
  return `${taken}. Please enter ${seatsTaken} or more`;
}
