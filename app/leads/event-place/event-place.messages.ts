import type { OpenStanding, PlaceStanding } from "./place-standing.ts";

/** The names of the two buttons, which tell the server what is wanted. */
export const placeIntents = { save: "save", giveUp: "give-up" } as const;

/**
 * The heading, what it means, and what can be done. A heading with a numeral follows it; that of somebody on the waiting list
 * is made by `waitingHeading`, unless nobody is before.
 */
type StandingWords = { numeral?: string; heading: string; lead: string; more?: string };

/** What the page says. */
export const standingMessages: Readonly<Record<PlaceStanding, StandingWords>> = {
  seat: {
    numeral: "1",
    heading: "seat is yours",
    lead: "It is reserved for you. Your way in, when the event begins, stands below.",
  },
  seatLive: {
    numeral: "1",
    heading: "seat is yours, and it has begun",
    lead: "Your way in stands below.",
  },
  waiting: {
    heading: "You are next on the waiting list",
    lead: "When somebody gives up a seat, it goes to whoever has waited longest. As soon as one is yours, we write to you.",
  },
  waitingLive: {
    heading: "It has begun, and you still wait",
    lead: "The waiting list ended when the event began: nobody moves up any more.",
    more: "Sign up once more: if a seat is free now it is yours, and otherwise we tell you the next date.",
  },
  calledOff: {
    heading: "This event was called off",
    lead: "Your place went with it. There is nothing that you need to do.",
    more: "If another date is set, you can sign up for it.",
  },
  over: {
    heading: "This event is over",
    lead: "There is nothing left to change here.",
    more: "If another date is set, you can sign up for it.",
  },
  givenUp: {
    heading: "You gave up your place",
    lead: "We write no more about it, except once to confirm that it is given up.",
    more: "If you changed your mind, sign up again: you get a seat if one is free, or else a place on the waiting list.",
  },
  nextDate: {
    heading: "We will tell you the next date",
    lead: "When the next event is set, you get one letter with its date. It takes no seat by itself.",
  },
  takenBack: {
    heading: "You no longer wait for a date",
    lead: "You told us not to write, and we don’t.",
    more: "Events are announced on the page where you signed up.",
  },
  told: {
    heading: "We told you the date",
    lead: "A date was set, and we wrote to you once, as you asked.",
    more: "Events are announced on the page where you signed up.",
  },
};

/** The heading of somebody on the waiting list who is not the next. */
export function waitingHeading(before: number): Pick<StandingWords, "numeral" | "heading"> {
  const who = before === 1 ? "person is" : "people are";
  return { numeral: `${before}`, heading: `${who} before you on the waiting list` };
}

/** How a place is given up, and what follows. */
export const givingUp = {
  seat: {
    heading: "If you cannot come",
    text: "Give up your seat, and it goes at once to whoever has waited longest, or is free for somebody else. It does not come back by itself.",
    button: "Give up my place",
  },
  seatLive: {
    heading: "If you cannot come after all",
    text: "Give up your seat, and somebody else can still take it. It does not come back by itself.",
    button: "Give up my place",
  },
  waiting: {
    heading: "If you no longer want to wait",
    text: "Give up your place on the list, and those behind you move up. It does not come back by itself.",
    button: "Give up my place",
  },
  nextDate: {
    heading: "If you no longer want to know",
    text: "We then write to you about no date.",
    button: "Do not tell me",
  },
} as const satisfies Record<OpenStanding, { heading: string; text: string; button: string }>;

export const savedMessage = {
  title: "Saved",
  description: "Your details are kept as they stand below.",
} as const;
