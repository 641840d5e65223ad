import { practice } from "#content/practice.ts";
import type { OpenSeatStatus, SeatStatus } from "./seat-status.ts";

/** The names of the two buttons, which tell the server what is wanted. */
export const placeIntents = { save: "save", giveUp: "give-up" } as const;

/**
 * The heading, what it means, and what can be done, with the link to the event's page. A heading with a numeral follows it;
 * that of somebody on the waiting list is made by `waitingHeading`, unless nobody is before.
 */
type StandingWords = {
  numeral?: string;
  heading: string;
  lead: string;
  more?: { text: string; link: string };
};

const toPage = "See the event page";

/** What the page says. */
export const standingMessages: Readonly<Record<SeatStatus, StandingWords>> = {
  seat: {
    numeral: "1",
    heading: "seat is yours",
    lead: "It is reserved for you. Your link to join is below.",
  },
  seatLive: {
    numeral: "1",
    heading: "seat is yours, and it has begun",
    lead: "Your link to join is below.",
  },
  waiting: {
    heading: "You are next on the waiting list",
    lead: "When somebody gives up a seat, it goes to whoever has waited longest. As soon as one is yours, we write to you. The list closes when the event begins.",
  },
  waitingLive: {
    heading: "It has begun, and no seat opened up for you",
    lead: "The waiting list closed when the event began.",
    more: {
      text: "Sign up once more: if a seat is free now it is yours, and otherwise we tell you the next date.",
      link: "Sign up again",
    },
  },
  calledOff: {
    heading: "This event was canceled",
    lead: "There is nothing that you need to do.",
    more: { text: "If another date is set, you can sign up for it.", link: toPage },
  },
  over: {
    heading: "This event is over",
    lead: "There is nothing left to change here.",
    more: { text: "If another date is set, you can sign up for it.", link: toPage },
  },
  givenUp: {
    heading: "You gave up your place",
    lead: "We will not write about it again, except once to confirm that it is given up.",
    more: {
      text: "If you changed your mind, sign up again: you get a seat if one is free. Until the event begins there is also the waiting list.",
      link: "Sign up again",
    },
  },
  replaced: {
    heading: "Your sign-up was replaced",
    lead: `Another address of your mailbox confirmed its sign-up for this event, and we reserve one seat per mailbox. To add a seat, call us at ${practice.phone.display}.`,
  },
  nextDate: {
    heading: "We will tell you the next date",
    lead: "When the next event is set, you get one e-mail with its date, unless you have stopped such e-mails. It does not reserve a seat.",
  },
  takenBack: {
    heading: "We will not write about the next date",
    lead: "You asked us not to.",
    more: { text: "Events are announced on the page where you signed up.", link: toPage },
  },
  told: {
    heading: "The next date is set",
    lead: "We write about it once, unless you have stopped such e-mails.",
    more: { text: "The date is on the event page, with the form for a seat.", link: "Reserve a seat" },
  },
};

/** The heading of somebody on the waiting list who is not the next. */
export function waitingHeading(before: number): Pick<StandingWords, "numeral" | "heading"> {
  const who = before === 1 ? "person is" : "people are";
  return { numeral: `${before}`, heading: `${who} ahead of you on the waiting list` };
}

/** How a place is given up, and what follows. */
export const givingUp = {
  seat: {
    heading: "If you cannot come",
    text: "Give up your seat, and it goes to the next person waiting, or is free for somebody else. To come after all, you would have to sign up again.",
    button: "Give up my place",
  },
  seatLive: {
    heading: "If you cannot come after all",
    text: "Give up your seat, and somebody else can still take it. To come after all, you would have to sign up again.",
    button: "Give up my place",
  },
  waiting: {
    heading: "If you no longer want to wait",
    text: "Give up your place on the list, and those behind you move up. To come after all, you would have to sign up again, at the end of the list.",
    button: "Give up my place",
  },
  nextDate: {
    heading: "If you no longer want to know",
    text: "Cancel your request, and we will not write about the next date.",
    button: "Do not tell me",
  },
} as const satisfies Record<OpenSeatStatus, { heading: string; text: string; button: string }>;

export const savedMessage = {
  title: "Saved",
  description: "Your details are kept as they stand below.",
} as const;

/** While both a seat and a place on the waiting list can be had. */
export const otherAddress =
  "A place stays with the address it was taken with. To use another, sign up with it first, then give up this place. If every seat is taken, the new address joins the end of the waiting list.";
