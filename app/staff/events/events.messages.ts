import type { AttendanceOutcome } from "#app/events/attendance/record-attendance.server.ts";
import type { CancelOutcome } from "#app/events/management/manage-events.server.ts";
import type { EventCount, EventDone } from "./event-paths.ts";
import type { EventPhaseName } from "./event-view.ts";
import { notifyPeople } from "#app/staff/shell/no-email.ts";

export const eventTexts = {
  attendees: "people with a place",
  none: "No event has ever been set. Set the first: people can then sign up on the public page.",
  set: "Set the next event",
  change: "Change",
  callOff: "Call off",
  all: "All events",
  missingTitle: "No such event",
  missing: "There is no event at this link, which may be incomplete. Look for it under “Events”.",
  noteHeading: "Who came",
  noteHint:
    "Tick whoever came and save; you can come back as often as you like. Who is not ticked counts as “not noted” until you tick the box below the list.",
  rest: "Everybody else on this page did not come",
  save: "Save who came",
  away: "Did not come",
  notYet: "Not noted",
} as const;

const nobodyYet = "Nobody holds a place yet. Whoever signs up appears here at once.";

export const noAttendeesTexts: Record<EventPhaseName, string> = {
  upcoming: nobodyYet,
  full: nobodyYet,
  live: "Nobody holds a place, and the event has begun.",
  over: "This event is over, and nobody held a place.",
  cancelled: "This event was called off, and nobody held a place.",
};

export const phaseNames: Record<EventPhaseName, string> = {
  upcoming: "To come",
  full: "Full",
  live: "Under way",
  over: "Over",
  cancelled: "Called off",
};

type Counts = Readonly<Record<EventCount, number>>;

/** What came of what was asked, where email leaves the server. */
const doneTexts: Record<EventDone, (counts: Counts) => string> = {
  added: ({ told }) =>
    `The event is set, and the public page shows it.${and(told, "who asked for the next date", "written to")}`,
  changed: ({ told, promoted }) =>
    `The event was changed.${and(told, "who hold a place", "told of it")}${and(promoted, "from the waiting list", "given a seat, and told")}`,
  unchanged: () => "The event stands as you wanted it: nothing was left to change.",
  cancelled: ({ told }) => `The event was called off.${and(told, "who hold a place", "told of it")}`,
  noted: ({ noted }) =>
    noted === 0
      ? "Nothing new was noted."
      : `Saved for ${noted} ${noted === 1 ? "person" : "people"}. What others noted meanwhile is kept.`,
};

/** The texts that differ on a server that sends no email. */
const doneTextsWithoutEmail: Partial<Record<EventDone, (counts: Counts) => string>> = {
  added: ({ told }) =>
    `The event is set, and the public page shows it.${toTell([[told, "asked for the next date"]])}`,
  changed: ({ told, promoted }) =>
    `The event was changed.${toTell([
      [told, "hold a place"],
      [promoted, "got a seat from the waiting list"],
    ])}`,
  cancelled: ({ told }) => `The event was called off.${toTell([[told, "held a place"]])}`,
};

/** The result of a change. */
export function doneText(done: EventDone, counts: Counts, sendsEmail: boolean): string {
  const said = (sendsEmail ? undefined : doneTextsWithoutEmail[done]) ?? doneTexts[done];
  return said(counts);
}

/** Whether a word says what was done: for what comes in an address. */
export function isEventDone(word: string | null): word is EventDone {
  return word !== null && Object.hasOwn(doneTexts, word);
}

/** Lists the people whom staff must tell. Empty if there are none. */
function toTell(groups: readonly (readonly [count: number, what: string])[]): string {
  const said = groups
    .filter(([count]) => count > 0)
    .map(([count, what]) =>
      count === 1 ? `1 person ${what.replace("hold ", "holds ")}` : `${count} people ${what}`,
    );
  return said.length === 0 ? "" : ` ${said.join(", and ")}. ${notifyPeople}`;
}

/** “ 3 people who hold a place are told of it.” Nothing where there are none. */
function and(count: number, who: string, what: string): string {
  if (count === 0) return "";
  return count === 1
    ? ` 1 person ${who.replace("hold", "holds")} is ${what}.`
    : ` ${count} people ${who} are ${what}.`;
}

export const attendanceRefusals = {
  "not-started": "The event has not begun yet. Who came can be noted from its start on.",
  cancelled: "This event was called off: there is nobody to note.",
  unknown: eventTexts.missing,
} as const satisfies Record<Extract<AttendanceOutcome, { ok: false }>["reason"], string>;

export const cancelRefusals = {
  "changed-meanwhile":
    "Somebody else has changed this event since you opened this page, so it was not called off. Below it stands as it is now: please look at it once more.",
  cancelled: "This event has been called off already.",
  over: "This event is over, and stays as it was.",
  unknown: eventTexts.missing,
} as const satisfies Record<Extract<CancelOutcome, { ok: false }>["reason"], string>;

export const cancelTexts = {
  title: "Call an event off",
  question: "Do you want to call this event off?",
  nobody: "Nobody holds a place, so nobody is written to.",
  holders: (count: number) =>
    count === 1
      ? "1 person holds a place, and is told by email at once."
      : `${count} people hold a place, and are told by email at once.`,
  holdersKept: (count: number) =>
    `${count === 1 ? "1 person holds" : `${count} people hold`} a place. ${notifyPeople}`,
  wishes: "People who had asked for the next date are told again when you set another.",
  wishesKept: "People who had asked for the next date wait for another again.",
  final: "This cannot be undone. You can set another event, but people have to sign up again.",
  keep: "Keep the event",
  act: "Call the event off",
} as const;
