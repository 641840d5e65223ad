import type { AddGuestOutcome } from "#app/events/management/add-guest.server.ts";
import type { FreeSeatOutcome, SeatToFree } from "#app/events/management/free-seat.server.ts";
import { maxLinksPerDay } from "#app/events/management/event-limits.ts";
import type { SendLinkOutcome } from "#app/events/management/send-link.server.ts";
import type { MoveOutcome, WaitingPerson } from "#app/events/management/move-waiting.server.ts";
import type { WaitingMove } from "#app/events/management/waiting-moves.ts";
import { notifyPeople } from "#app/staff/shell/no-email.ts";
import { eventTexts } from "#app/staff/events/events.messages.ts";

type Refusals<Outcome> = Record<Extract<Outcome, { ok: false; reason: string }>["reason"], string>;

export const freeTexts = {
  title: { seat: "Release seat", waiting: "Remove from waiting list" },
  question: {
    seat: ({ name, placeNumber }: SeatToFree) => `Release seat ${placeNumber}, reserved for ${name}?`,
    waiting: ({ name }: SeatToFree) => `Remove ${name} from the waiting list?`,
  },
  person: (email: string) => `${email} will get an email that confirms the cancellation.`,
  personWithoutEmail: notifyPeople,
  next: (names: readonly string[]) =>
    `${listNames(names)} will move up from the waiting list, with an email.`,
  nextWithoutEmail: (names: readonly string[]) => `${listNames(names)} will move up from the waiting list.`,
  noNext: "No one is waiting, so the seat becomes available on the public page.",
  started: "The event has started, so no one moves up from the waiting list.",
  again: "To rejoin, the person has to sign up again.",
  act: { seat: "Release seat", waiting: "Remove from waiting list" },
  keep: "Keep the sign-up",
} as const;

export const freeRefusals = {
  "not-active": "This person no longer has a seat or a waiting-list position.",
  "changed-meanwhile":
    "The waiting list has changed, so nothing was canceled. Please check below who would get the seat now.",
  cancelled: "This event was canceled, so its seats can no longer be released.",
  over: "This event has ended, so its seats can no longer be released.",
  unknown: eventTexts.missing,
} as const satisfies Refusals<FreeSeatOutcome>;

export const linkTexts = {
  title: "Send link again",
  question: (name: string) => `Send the join link to ${name} again?`,
  email: (email: string) => `${email} will get an email with the join link and the calendar invite.`,
  limit: `A person can get at most ${maxLinksPerDay} of these emails in 24 hours.`,
  withoutEmail: notifyPeople,
  act: "Send link again",
  keep: "Back",
} as const;

export const linkRefusals = {
  "no-seat": "This person no longer has a seat.",
  undeliverable:
    "Emails to this address were returned, so no more are sent to it. Give the person the link by phone, and ask for another address.",
  "too-many": `${maxLinksPerDay} emails with the link were queued for this person in the last 24 hours, which is the limit. Give the person the link by phone.`,
  cancelled: "This event was canceled, so its link can no longer be sent.",
  over: "This event has ended, so its link can no longer be sent.",
  unknown: eventTexts.missing,
} as const satisfies Refusals<SendLinkOutcome>;

export const moveTexts = {
  title: "Move on waiting list",
  question: (name: string) => `Move ${name}?`,
  position: (position: number, waiting: number) => `Position ${position} of ${waiting} on the waiting list.`,
  choose: "New position",
  moves: {
    up: ({ ahead }: WaitingPerson) => `Up one position, ahead of ${ahead.at(-1)?.name ?? ""}`,
    front: ({ ahead }: WaitingPerson) =>
      `To the front, ahead of ${nameAhead(ahead)}. The next available seat goes to this person.`,
    seat: ({ ahead }: WaitingPerson) =>
      ahead.length === 0 ? "An available seat now" : `An available seat now, before ${nameAhead(ahead)}`,
  } satisfies Record<WaitingMove, (person: WaitingPerson) => string>,
  number: "Sign-up numbers don’t change. People who move down the list are not notified.",
  email: "With a seat, the person gets an email with the join link.",
  withoutEmail: notifyPeople,
  first: (name: string) => `${name} is first on the waiting list and gets the next available seat.`,
  act: "Move",
  keep: "Keep the order",
} as const;

export const moveRefusals = {
  "not-waiting": "This person is no longer on the waiting list.",
  first: "This person is already first on the waiting list.",
  started: "The event has started, so the waiting list is closed.",
  "no-seat": "No seat is available now.",
  "changed-meanwhile":
    "The waiting list has changed, so nothing was moved. Please check below who is ahead now.",
  cancelled: "This event was canceled, so its waiting list can no longer be changed.",
  over: "This event has ended, so its waiting list can no longer be changed.",
  unknown: eventTexts.missing,
} as const satisfies Refusals<MoveOutcome>;

export const guestTexts = {
  title: "Add guest",
  phone: "Phone (optional)",
  seats: (count: number) => `${count === 1 ? "1 seat is" : `${count} seats are`} available.`,
  full: "All seats are taken or held. The guest joins the waiting list.",
  email: "The guest will get a sign-up confirmation email with the join link.",
  emailWithoutServer: notifyPeople,
  consent: "Adding a guest records no consent to articles, invitations or calls.",
  act: "Add guest",
  back: "Back",
} as const;

export const guestRefusals = {
  "has-seat": "This address already has a seat at this event.",
  waits: "This address is already on the waiting list of this event.",
  full: "The event has started, and no seat is free.",
  cancelled: "This event was canceled, so no one can be added.",
  over: "This event has ended, so no one can be added.",
  unknown: eventTexts.missing,
} as const satisfies Refusals<AddGuestOutcome>;

/** A long list would hide the other choices. */
const maxNamed = 3;

function nameAhead(ahead: WaitingPerson["ahead"]): string {
  return ahead.length > maxNamed ? `${ahead.length} people` : listNames(ahead.map(({ name }) => name));
}

function listNames(names: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(names);
}
