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
    `${count === 1 ? "1 person has" : `${count} people have`} signed up and will get an email if you change the title, start, time zone, length or link to join.`,
  holdersWithoutEmail: (count: number) =>
    `${count === 1 ? "1 person has" : `${count} people have`} signed up. ${notifyPeople}`,
  waiting: (count: number) =>
    `${count === 1 ? "1 person is" : `${count} people are`} on the waiting list. If you add seats, those who have waited longest get them and are notified by email.`,
  waitingWithoutEmail: (count: number) =>
    `${count === 1 ? "1 person is" : `${count} people are`} on the waiting list. If you add seats, those who have waited longest get them. ${notifyPeople}`,
} as const;

export const fieldLabels: Record<EventField, string> = {
  title: "Title",
  start: "Starts",
  timeZone: "Time zone",
  durationMinutes: "Length in minutes",
  capacity: "Seats",
  hosts: "Hosts",
  topics: "Topics",
  joinUrl: "Link to join",
};

export const fieldHints: Partial<Record<EventField, string>> = {
  start: "Local time in the time zone below.",
  timeZone: "For example, America/Chicago.",
  topics: "One per line.",
  joinUrl: "Only people with a seat get it, by email.",
};

/** The error of each field. */
export const fieldTexts: Record<EventField, string> = {
  title: "Please enter a title of up to 200 characters",
  start: "Please enter the start date and time",
  timeZone: "Please enter a time zone such as America/Chicago",
  durationMinutes: "Please enter the length in whole minutes, from 5 to 600",
  capacity: "Please enter the number of seats, from 1 to 100,000",
  hosts: "Please choose at least one host",
  topics: "Please enter at least one topic, each with up to 200 characters",
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
