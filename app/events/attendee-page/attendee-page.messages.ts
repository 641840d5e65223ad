import { practice } from "#content/practice.ts";
import type { OpenSeatStatus, SeatStatus } from "./seat-status.ts";

/** The values of the two submit buttons. */
export const attendeeIntents = { save: "save", cancel: "give-up" } as const;

/** `numeral` precedes the heading. `waitingHeading` replaces the heading for a person who is not the next on the waiting list. */
type StatusMessage = {
  numeral?: string;
  heading: string;
  lead: string;
  more?: { text: string; link: string };
};

const eventPageLabel = "See the event page";

export const statusMessages: Readonly<Record<SeatStatus, StatusMessage>> = {
  seat: {
    numeral: "1",
    heading: "seat is yours",
    lead: "It is reserved for you. Your link to join is below.",
  },
  seatLive: {
    numeral: "1",
    heading: "seat is yours, and the event has begun",
    lead: "Your link to join is below.",
  },
  waiting: {
    heading: "You are next on the waiting list",
    lead: "When a seat opens up, it goes to the person who has waited longest. We’ll email you as soon as you have one. The list closes when the event begins.",
  },
  waitingLive: {
    heading: "The event has begun, and no seat opened up for you",
    lead: "The waiting list closed when the event began.",
    more: {
      text: "Sign up again: you’ll get a seat if one is free now. Otherwise, we’ll email you the next date.",
      link: "Sign up again",
    },
  },
  eventCanceled: {
    heading: "This event was canceled",
    lead: "You don’t have to do anything.",
    more: { text: "If another date is set, you can sign up for it.", link: eventPageLabel },
  },
  over: {
    heading: "This event is over",
    lead: "Your sign-up can no longer be changed.",
    more: { text: "If another date is set, you can sign up for it.", link: eventPageLabel },
  },
  canceled: {
    heading: "Your sign-up is canceled",
    lead: "We’ll confirm the cancellation by email and won’t email you about this event again.",
    more: {
      text: "If you changed your mind, sign up again: you’ll get a seat if one is free. Until the event begins, you can also join the waiting list.",
      link: "Sign up again",
    },
  },
  replaced: {
    heading: "Your sign-up was replaced",
    lead: `Another address of your mailbox confirmed its sign-up for this event, and we reserve one seat per mailbox. To add a seat, call us at ${practice.phone.display}.`,
  },
  nextDate: {
    heading: "We’ll email you the next date",
    lead: "We’ll email you once, when the date of the next event is set, unless you have opted out of announcements. That doesn’t reserve a seat.",
  },
  requestCanceled: {
    heading: "Your request is canceled",
    lead: "We won’t email you about the next date.",
    more: { text: "Events are announced on the page where you signed up.", link: eventPageLabel },
  },
  notified: {
    heading: "The next date is set",
    lead: "We email you about it once, unless you have opted out of announcements.",
    more: { text: "You can see the date and reserve a seat on the event page.", link: "Reserve a seat" },
  },
};

/** The heading for a person on the waiting list who is not the next. */
export function waitingHeading(before: number): Pick<StatusMessage, "numeral" | "heading"> {
  const who = before === 1 ? "person is" : "people are";
  return { numeral: `${before}`, heading: `${who} ahead of you on the waiting list` };
}

/** The cancellation form. */
export const cancelMessages = {
  seat: {
    heading: "If you can’t attend",
    text: "Cancel your seat, and it goes to the next person on the waiting list. To attend after all, you would have to sign up again.",
    button: "Cancel my sign-up",
  },
  seatLive: {
    heading: "If you can’t attend after all",
    text: "Cancel your seat, and another person can still take it. To attend after all, you would have to sign up again.",
    button: "Cancel my sign-up",
  },
  waiting: {
    heading: "If you no longer want to wait",
    text: "Leave the waiting list, and the people behind you move up. To attend after all, you would have to sign up again, at the end of the list.",
    button: "Cancel my sign-up",
  },
  nextDate: {
    heading: "If you no longer want to be notified",
    text: "Cancel your request, and we won’t email you about the next date.",
    button: "Cancel my request",
  },
} as const satisfies Record<OpenSeatStatus, { heading: string; text: string; button: string }>;

export const savedMessage = {
  title: "Saved",
  description: "Your details are stored as displayed below.",
} as const;

/** Displayed while seats and waiting-list positions are available. */
export const otherAddressNote =
  "Your sign-up belongs to this email address. To use another address, sign up with it first, then cancel this sign-up. If every seat is taken, the new address joins the end of the waiting list.";
