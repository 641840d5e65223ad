import type { BookingState } from "#app/data/schema/bookings.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import { momentIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** A form or an appointment of a person. */
export type HistoryEntry = { createdAt: Date } & (
  | { kind: "assessment"; score: number; scoreLevel: string }
  | {
      kind: "signup";
      state: SignupState;
      title: string | null;
      startsAt: Date | null;
      timeZone: string | null;
    }
  | { kind: "booking"; state: BookingState; startsAt: Date }
);

const signupStates: Record<SignupState, string> = {
  seat: "seat",
  waiting: "waiting list",
  cancelled: "canceled",
  repeat: "signed up again",
  "next-date": "asked for the next date",
  told: "was told of the next date",
};

/** The text of a note: what the person did, where the person came from, and links back. */
export function composeNote(
  entries: readonly HistoryEntry[],
  about: { channel: string | null; campaign: string | null; recordUrl: string; reference: string },
): string {
  const source = [about.channel, about.campaign].filter((part) => part !== null).join(", ");
  return [
    ...entries.map(describeEntry),
    ...(source === "" ? [] : [`Source: ${source}`]),
    `Record: ${about.recordUrl}`,
    describeReference(about.reference),
  ].join("\n");
}

/** Identifies what a delivery has created, so that another attempt finds it. */
export function describeReference(reference: string): string {
  return `Reference: ${reference}`;
}

function describeEntry(entry: HistoryEntry): string {
  const day = shortDayIn(practice.timeZone, entry.createdAt);
  switch (entry.kind) {
    case "assessment":
      return `${day}: Pre-LOI Assessment, score ${entry.score}, ${entry.scoreLevel}`;
    case "signup": {
      const { title, startsAt, timeZone, state } = entry;
      if (title === null || startsAt === null || timeZone === null) {
        return `${day}: Event sign-up, ${signupStates[state]}`;
      }
      return `${day}: Sign-up for “${title}” on ${shortDayIn(timeZone, startsAt)}, ${signupStates[state]}`;
    }
    case "booking":
      return `${day}: Appointment on ${momentIn(practice.timeZone, entry.startsAt)}, ${entry.state}`;
  }
}

/** 5 PM of a day in the firm's time zone, in Wealthbox's format: “2026-12-01 05:00 PM -0600”. @param day ISO date */
export function toDueDate(day: string): string {
  // The offset of noon. Clocks change at night.
  const [, sign = "+", hours = "00", minutes = "00"] =
    /GMT([+-])(\d\d):(\d\d)/.exec(offsetFormat.format(new Date(`${day}T12:00:00Z`))) ?? [];
  return `${day} 05:00 PM ${sign}${hours}${minutes}`;
}

const offsetFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: practice.timeZone,
  timeZoneName: "longOffset",
});
