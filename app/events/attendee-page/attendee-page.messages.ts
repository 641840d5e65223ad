import { practice } from "#content/practice.ts";
import type { OpenSeatStatus, SeatStatus } from "./seat-status.ts";

/** The values of the two submit buttons. */
export const attendeeIntents = { save: "save", cancel: "give-up" } as const;

/** `waitingHeading` replaces the heading for a person who is not the next on the waiting list. */
type StatusMessage = {
  heading: string;
  lead: string;
  more?: { text: string; link: string };
};

const eventPageLabel = "See the event page";

export const statusMessages: Readonly<Record<SeatStatus, StatusMessage>> = {
  seat: {
    heading: "Your seat is reserved",
    lead: "Your join link is below.",
  },
  seatLive: {
    heading: "The event is live now",
    lead: "Your seat is reserved. Your join link is below.",
  },
  waiting: {
    heading: "You’re next on the waiting list",
    lead: "Seats usually go in order of sign-up. If one opens for you, we’ll email you the join link. The list closes when the event begins.",
  },
  waitingLive: {
    heading: "The event has begun, and no seat opened up for you",
    lead: "The waiting list closed when the event began.",
    more: {
      text: "Sign up again, and you’ll get a seat if one is available now. Otherwise, we’ll email you about the next event.",
      link: "Sign up again",
    },
  },
  eventCanceled: {
    heading: "This event was canceled",
    lead: "You don’t need to do anything.",
    more: { text: "If another date is set, you can sign up for it.", link: eventPageLabel },
  },
  over: {
    heading: "This event is over",
    lead: "Your registration can no longer be changed.",
    more: { text: "If another date is set, you can sign up for it.", link: eventPageLabel },
  },
  canceled: {
    heading: "Your registration is canceled",
    lead: "We’ll confirm by email. After that, you won’t receive any more emails about this event.",
    more: {
      text: "Changed your mind? Sign up again, and you’ll get a seat if one is available. Until the event begins, you can also join the waiting list.",
      link: "Sign up again",
    },
  },
  replaced: {
    heading: "Your registration was replaced",
    get lead() {
      return `You registered for this event with another email address for the same inbox, and we reserve one seat per inbox. To add a seat, call us at ${practice.phone.display}.`;
    },
  },
  nextDate: {
    heading: "We’ll let you know about the next event",
    lead: "We’ll email you once when it is scheduled, unless you have opted out of announcements. This doesn’t reserve a seat.",
  },
  requestCanceled: {
    heading: "Your request is canceled",
    lead: "We won’t email you about the next event.",
    more: { text: "Events are announced on the page where you signed up.", link: eventPageLabel },
  },
  notified: {
    heading: "The next event is scheduled",
    lead: "We’ll email you about it once, unless you have opted out of announcements.",
    more: { text: "You can see the date and reserve a seat on the event page.", link: "Reserve a seat" },
  },
};

/** The heading for a person on the waiting list who is not the next. */
export function waitingHeading(before: number): string {
  const who = before === 1 ? "1 person is" : `${before} people are`;
  return `${who} ahead of you on the waiting list`;
}

/** The cancellation form. */
export const cancelMessages = {
  seat: {
    heading: "Can’t make it?",
    text: "Release your seat to the next person on the waiting list. If your plans change again, you would need to sign up again.",
    button: "Release my seat",
  },
  seatLive: {
    heading: "Can’t make it after all?",
    text: "Release your seat, and someone else can still take it. If your plans change again, you would need to sign up again.",
    button: "Release my seat",
  },
  waiting: {
    heading: "No longer want to wait?",
    text: "Leave the waiting list, and the people behind you move up. If your plans change again, you would join at the end of the list.",
    button: "Leave the waiting list",
  },
  nextDate: {
    heading: "Changed your mind?",
    text: "Cancel your request, and we won’t email you about the next event.",
    button: "Cancel my request",
  },
} as const satisfies Record<OpenSeatStatus, { heading: string; text: string; button: string }>;

/** The link to the scheduling page. */
export const bookingInvitation = {
  text: "Have a question about your own company?",
  link: "Schedule a 30-minute call",
} as const;

export const savedMessage = {
  title: "Saved",
  description: "Your details are updated.",
} as const;

/** Displayed while seats and waiting-list positions are available. */
export const otherAddressNote =
  "Your registration belongs to this email address. To use another address, sign up with it first, then cancel this registration. If all seats are taken, the new address joins the end of the waiting list.";
