import { notifyPeople } from "#app/staff/shell/no-email.ts";
import type { AddOutcome, EditOutcome } from "#app/events/management/manage-events.server.ts";
import type { EventField } from "./event-values.ts";

export const formTexts = {
  newTitle: "A new live event",
  editTitle: "Change an event",
  fromLast:
    "Everything but the date is copied from the last event. Choose a date and time, check the rest, then press “Set the event”.",
  set: "Set the event",
  save: "Save",
  keep: "Leave without saving",
  noEvent: "Nothing to change",
  conflict:
    "Somebody else has changed this event since you opened this form, so nothing was saved. What you typed stands below; where it differs, what stands now is beside it. Save again to put yours in its place.",
  seeBelow: "Nothing was saved yet: please look at what is marked below.",
  letters: "Who is written to",
  nobodyAsked: "Nobody has asked for the next date, so nobody is written to when it is set.",
  asked: (count: number) =>
    count === 1
      ? "1 person has asked for the next date, and is written to as soon as it is set."
      : `${count} people have asked for the next date, and are written to as soon as it is set.`,
  askedKept: (count: number) =>
    `${count === 1 ? "1 person has" : `${count} people have`} asked for the next date. ${notifyPeople}`,
  nobodyHolds: "Nobody holds a place, so nobody is written to.",
  holds: (count: number) =>
    `${count === 1 ? "1 person holds" : `${count} people hold`} a place. ${count === 1 ? "That person is" : "All of them are"} written to where title, start, time zone, length or the link to join changes; other changes are made quietly.`,
  holdsKept: (count: number) =>
    `${count === 1 ? "1 person holds" : `${count} people hold`} a place. ${notifyPeople}`,
  waits: (count: number) =>
    `${count === 1 ? "1 person waits" : `${count} people wait`} for a seat: with more seats whoever has waited longest moves up, and is written to.`,
  waitsKept: (count: number) =>
    `${count === 1 ? "1 person waits" : `${count} people wait`} for a seat. If you add seats, those who have waited longest get them. ${notifyPeople}`,
} as const;

export const fieldLabels: Record<EventField, string> = {
  title: "Title",
  start: "Begins",
  timeZone: "Time zone",
  durationMinutes: "Length in minutes",
  capacity: "Seats",
  hosts: "Hosts",
  topics: "Topics",
  joinUrl: "Link to join",
};

export const fieldHints: Partial<Record<EventField, string>> = {
  start: "Local time in the time zone below.",
  timeZone: "As in America/Chicago.",
  topics: "One on each line.",
  joinUrl: "Only people with a seat get it, by email.",
};

/** What each field has to be. */
export const fieldTexts: Record<EventField, string> = {
  title: "Please give it a title of up to 200 characters, on one line",
  start: "Please choose the day and the time at which it begins",
  timeZone: "Please name a time zone in this way: America/Chicago",
  durationMinutes: "Please say how long it takes, in whole minutes from 5 to 600",
  capacity: "Please say how many seats there are, from 1 to 100,000",
  hosts: "Please choose a host, one at least",
  topics: "Please write one topic at least, each with up to 200 characters",
  joinUrl: "Please give the whole address, which begins with https://",
};

type Reason = Extract<AddOutcome | EditOutcome, { ok: false }>["reason"];

/** What a refusal is about: a field with its sentence, or the whole. */
export const refusals = {
  "no-such-time": {
    field: "start",
    text: "On that day the clocks of this time zone are put forward over that hour: please choose another",
  },
  past: { field: "start", text: "That moment is over: please choose one that is still to come" },
  "already-there": {
    field: "start",
    text: "An event with this title is already set for that moment, perhaps by a press of this very button",
  },
  "seats-taken": { field: "capacity", text: "More seats are taken than that" },
  over: { text: "This event is over, and stays as it was." },
  cancelled: { text: "This event was called off, and stays as it was. You can set another instead." },
  unknown: { text: "This event no longer exists. Go back to “All events”." },
  "changed-meanwhile": { text: formTexts.conflict },
} as const satisfies Record<Reason, { field?: EventField; text: string }>;

export function seatsTakenText(seatsTaken: number): string {
  const taken = seatsTaken === 1 ? "1 seat is taken" : `${seatsTaken} seats are taken`;
  return `${taken}, and nobody loses one: please choose ${seatsTaken} or more`;
}
