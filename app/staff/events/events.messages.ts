import type { AttendanceOutcome } from "#app/events/attendance/record-attendance.server.ts";
import type { CancelOutcome } from "#app/events/management/manage-events.server.ts";
import { noticeDaysAfterCancellation } from "#app/events/messages/message-phase.ts";
import type { EventCount, EventDone } from "#app/staff/paths/event-paths.ts";
import type { EventPhaseName } from "./event-view.ts";
import { noEmail, notifyPeople } from "#app/staff/shell/no-email.ts";

export const eventTexts = {
  attendee: "attendee",
  attendees: "attendees",
  none: "No events yet. Once you schedule one, people can sign up on the public page.",
  schedule: "Schedule event",
  change: "Edit",
  cancel: "Cancel event…",
  addGuest: "Add guest",
  importCsv: "Import attendance",
  absent: (count: number) => `Mark the remaining ${count} as absent…`,
  message: "Send message",
  messages: "Messages",
  sendLink: "Send link again…",
  free: "Release seat…",
  leave: "Remove…",
  move: "Move…",
  all: "All events",
  missingTitle: "Event not found",
  missing: "The link may be incomplete. Look for the event under “Events”.",
  noteHeading: "Attendance",
  noteHint:
    "Check everyone who attended, then save. You can return and make changes later. Unchecked people stay “Not recorded” until you check the box below the list.",
  rest: "Everyone else on this page was absent",
  save: "Save attendance",
  markHeading: "Mark attendance",
  markHint: "Name, email, phone or seat number, then Enter",
  matches: "People who match",
  marked: "Attended",
  seat: (placeNumber: number) => `seat ${placeNumber}`,
  markOne: "Mark attended",
  clearOne: "Clear attendance",
  away: "Absent",
  notYet: "Not recorded",
  nothingToExport: "No attendees to export.",
} as const;

const noneYet = "No one has signed up yet.";

export const noAttendeesTexts: Record<EventPhaseName, string> = {
  upcoming: noneYet,
  full: noneYet,
  live: "The event has started, and no one has signed up.",
  over: "No one had signed up for this event.",
  cancelled: "This event was canceled. No one had signed up.",
};

export const phaseNames: Record<EventPhaseName, string> = {
  upcoming: "Upcoming",
  full: "Full",
  live: "Live",
  over: "Ended",
  cancelled: "Canceled",
};

type Counts = Readonly<Record<EventCount, number>>;

/** Confirmations, if the server sends email. */
const doneTexts: Record<EventDone, (counts: Counts) => string> = {
  added: ({ told }) =>
    `The event is scheduled and listed on the public page.${describeNotified(told, "who asked for the next date")}`,
  changed: ({ told, promoted }) =>
    `The event was changed.${describeNotified(told, "who had signed up")}${describeNotified(promoted, "from the waiting list got a seat and")}`,
  unchanged: () => "Nothing was changed, because the event already has these values.",
  cancelled: ({ told }) => `The event was canceled.${describeNotified(told, "who had signed up")}`,
  noted: ({ noted }) =>
    noted === 0
      ? "Attendance was already up to date."
      : `Attendance saved for ${noted} ${noted === 1 ? "person" : "people"}.`,
  freed: ({ promoted }) =>
    `The seat was released. The person will get a cancellation email.${describeNotified(promoted, "from the waiting list got a seat and")}`,
  left: () => "The person was removed from the waiting list and will get a confirmation email.",
  moved: () => "The waiting list has a new order.",
  seated: () => "The person has a seat and will get an email with the join link.",
  guest: () => "The guest has a seat and will get a confirmation email.",
  waits: () => "The event is full. The guest is on the waiting list and will get a confirmation email.",
  link: () => "The person will get another email with the join link.",
  messaged: ({ told }) => `The message will be sent to ${told === 1 ? "1 person" : `${told} people`}.`,
};

/** Confirmations that differ if the server does not send email. */
const doneTextsWithoutEmail: Partial<Record<EventDone, (counts: Counts) => string>> = {
  added: ({ told }) =>
    `The event is scheduled and listed on the public page.${describePeopleToNotify([[told, "asked for the next date"]])}`,
  changed: ({ told, promoted }) =>
    `The event was changed.${describePeopleToNotify([
      [told, "had signed up"],
      [promoted, "got a seat from the waiting list"],
    ])}`,
  cancelled: ({ told }) => `The event was canceled.${describePeopleToNotify([[told, "had signed up"]])}`,
  freed: ({ promoted }) =>
    `The seat was released.${describePeopleToNotify([[promoted, "got a seat from the waiting list"]])}`,
  left: () => "The person was removed from the waiting list.",
  seated: () => `The person has a seat. ${notifyPeople}`,
  guest: () => `The guest has a seat. ${notifyPeople}`,
  waits: () => `The event is full. The guest is on the waiting list. ${notifyPeople}`,
  messaged: ({ told }) =>
    `The message to ${told === 1 ? "1 person" : `${told} people`} was stored. ${noEmail}`,
};

/** The result of a change. */
export function doneText(done: EventDone, counts: Counts, sendsEmail: boolean): string {
  const describe = (sendsEmail ? undefined : doneTextsWithoutEmail[done]) ?? doneTexts[done];
  return describe(counts);
}

/** Whether an untrusted value names an action. */
export function isEventDone(word: string | null): word is EventDone {
  return word !== null && Object.hasOwn(doneTexts, word);
}

/** Lists the people whom staff must tell. Empty if there are none. */
function describePeopleToNotify(groups: readonly (readonly [count: number, what: string])[]): string {
  const people = groups
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count === 1 ? "1 person" : `${count} people`} ${what}`);
  return people.length === 0 ? "" : ` ${people.join(", and ")}. ${notifyPeople}`;
}

/** “ 3 people who had signed up will get an email.” Empty if there are none. */
function describeNotified(count: number, who: string): string {
  if (count === 0) return "";
  return ` ${count === 1 ? "1 person" : `${count} people`} ${who} will get an email.`;
}

export const markTexts = {
  done: (name: string) => `${name} is marked as attended.`,
  "no-match": "No one with a seat matches. Check the spelling, or look in the list below.",
  several: "Several people match. Choose one, or type more.",
} as const;

export const attendanceRefusals = {
  "not-started": "The event has not started yet. You can record attendance once it starts.",
  cancelled: "This event was canceled, so there is no attendance to record.",
  unknown: eventTexts.missing,
} as const satisfies Record<Extract<AttendanceOutcome, { ok: false }>["reason"], string>;

export const cancelRefusals = {
  "changed-meanwhile":
    "A colleague changed this event after you opened this page, so it was not canceled. Please review the current details below.",
  cancelled: "This event has already been canceled.",
  over: "This event has ended and can no longer be canceled.",
  unknown: eventTexts.missing,
} as const satisfies Record<Extract<CancelOutcome, { ok: false }>["reason"], string>;

export const cancelTexts = {
  title: "Cancel event",
  question: "Cancel this event?",
  noHolders: "No one has signed up, so no one will be notified.",
  holders: (count: number) =>
    `${count === 1 ? "1 person has" : `${count} people have`} signed up and will get an email immediately.`,
  holdersWithoutEmail: (count: number) =>
    `${count === 1 ? "1 person has" : `${count} people have`} signed up. ${notifyPeople}`,
  interest: "People who asked for the next date will get another email when you schedule an event.",
  interestWithoutEmail: "People who asked for the next date stay on the list for the next event.",
  paragraph: "Message to attendees (optional)",
  paragraphHint:
    "For example, the reason and the new date. Plain text. The email shows it after the cancellation and our apology.",
  later: `For ${noticeDaysAfterCancellation} days afterward, you can send a practical notice to people with a seat.`,
  refused: "The event was not canceled. Please correct the marked field.",
  final: "This cannot be undone. You can schedule another event, but people will have to sign up again.",
  keep: "Keep the event",
  act: "Cancel event",
} as const;
