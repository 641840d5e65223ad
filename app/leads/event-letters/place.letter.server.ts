import type { Place } from "#app/leads/event-place/places.server.ts";
import type { LiveEvent } from "#app/leads/events/live-event.ts";
import type { CalendarPart, LetterBlock, LetterContent } from "#app/mail/letter.ts";
import { pages } from "#app/pages/registry.ts";
import { eventFacts, momentOf, quotedTitle, shortDateOf } from "./event-facts.ts";

/**
 * What a letter about a place is written from. Nothing that was typed into the form stands in a letter to a visitor: the
 * address need not be the writer's own, and we would carry a stranger's words to it.
 */
export type PlaceLetterInput = {
  place: Place;
  event: LiveEvent;
  siteUrl: string;
  /** For whoever has, or had, a seat. */
  calendar: CalendarPart | undefined;
};

/** Owed to whoever holds a place. */
export const essential = { topic: "essential", audience: "visitor" } as const;

/** Confirms a sign-up: a seat with all that is needed to come, or a place on the waiting list. */
export function placeLetter(input: PlaceLetterInput): LetterContent {
  return input.place.state === "waiting" ? waitingLetter(input) : seatLetter(input);
}

function seatLetter({ event, calendar, ...input }: PlaceLetterInput): LetterContent {
  return {
    ...essential,
    subject: `Your seat: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: `${momentOf(event)}. The link to join and a calendar entry are in this letter.`,
    heading: "You have a seat",
    blocks: [
      `A seat at the live video ${quotedTitle(event)} is reserved for you.`,
      eventFacts(event, event.topics.length === 0 ? [] : [["Covered", event.topics.join("; ")]]),
      joinButton(event),
      "Keep this letter: the button is your way in. The calendar entry that comes with it holds the same link.",
      placeLink(input, {
        before: "If you cannot come, or want to change what you told us, open ",
        label: "your place",
        after: ". A seat that you give up goes to whoever has waited longest.",
      }),
      notYou,
    ],
    ...withCalendar(calendar),
  };
}

function waitingLetter({ event, ...input }: PlaceLetterInput): LetterContent {
  return {
    ...essential,
    subject: `On the waiting list: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: `${beforeYou(input.place)} We write as soon as a seat is yours.`,
    heading: "You are on the waiting list",
    blocks: [
      `All ${event.capacity} seats at the live video ${quotedTitle(event)} are taken at this moment.`,
      waitingFacts(input.place, event),
      "When somebody gives up a seat, it goes to whoever has waited longest. As soon as one reaches you, we write with the link to join and a calendar entry; there is nothing you need to do. If none gets free before it begins, the list ends there.",
      placeLink(input, {
        before: "To change what you told us, or to leave the list, open ",
        label: "your place",
        after: ".",
      }),
      notYou,
    ],
  };
}

/** Tells the owner of an address that it was used again: the page tells a stranger nothing. */
export function placeAgainLetter({ event, calendar, ...input }: PlaceLetterInput): LetterContent {
  const isWaiting = input.place.state === "waiting";
  return {
    ...essential,
    subject: `Nothing has changed: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: isWaiting ? "You are on the waiting list already." : "You have a seat already.",
    heading: isWaiting ? "You are on the waiting list already" : "You have a seat already",
    blocks: [
      `Somebody, most likely you, has signed up again with this address for the live video ${quotedTitle(event)}. An address holds one place, and nothing about yours was changed.`,
      ...(isWaiting ? [waitingFacts(input.place, event)] : [eventFacts(event), joinButton(event)]),
      placeLink(input, {
        before: `To change what you told us, or to ${isWaiting ? "leave the list" : "give up the seat"}, open `,
        label: "your place",
        after: ".",
      }),
      notYou,
    ],
    ...withCalendar(calendar),
  };
}

/** A seat got free and is theirs. */
export function promotedLetter({ event, calendar, ...input }: PlaceLetterInput): LetterContent {
  return {
    ...essential,
    subject: `A seat is yours: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: `${momentOf(event)}. The link to join and a calendar entry are in this letter.`,
    heading: "A seat is yours",
    blocks: [
      `A seat at the live video ${quotedTitle(event)} got free, and you had waited longest. It is reserved for you.`,
      eventFacts(event),
      joinButton(event),
      "Keep this letter: the button is your way in. The calendar entry that comes with it holds the same link.",
      placeLink(input, {
        before: "If you cannot come any more, give up the seat at ",
        label: "your place",
        after: ": it goes to the next on the list.",
      }),
    ],
    ...withCalendar(calendar),
  };
}

/** Confirms that a place was given up. */
export function givenUpLetter({ event, calendar, siteUrl, ...input }: PlaceLetterInput): LetterContent {
  return {
    ...essential,
    subject: `Given up: your place at ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: "Your place is given up, as you asked.",
    heading: "Your place is given up",
    blocks: [
      `Your place at the live video ${quotedTitle(event)} on ${momentOf(event)} is given up. If it stands in your calendar, the entry that comes with this letter takes it out.`,
      {
        link: {
          before: "If this was a mistake, ",
          label: "sign up again",
          url: siteUrl + pages.eventSignup.path,
          after: ": you get a seat if one is free, or else a place on the waiting list.",
        },
      },
      placeLink(
        { siteUrl, ...input },
        {
          before: "What you told us is kept at ",
          label: "your sign-up",
          after: ". We write no more about it.",
        },
      ),
    ],
    ...withCalendar(calendar),
  };
}

export function joinButton({ joinUrl }: LiveEvent): LetterBlock {
  return { button: { label: "Join the live video", url: joinUrl } };
}

/** The sentence with the address at which the recipient looks at the place, changes it or gives it up. */
export function placeLink(
  { place, siteUrl }: Pick<PlaceLetterInput, "place" | "siteUrl">,
  words: { before: string; label: string; after: string },
): LetterBlock {
  return { link: { ...words, url: `${siteUrl}${pages.eventPlace.path}/${place.key}` } };
}

export function waitingFacts(place: Place, event: LiveEvent): LetterBlock {
  return eventFacts(event, [
    ["Number", String(place.placeNumber)],
    ["Before you", place.before === 0 ? "Nobody" : String(place.before)],
  ]);
}

export function withCalendar(calendar: CalendarPart | undefined): { calendar?: CalendarPart } {
  return calendar === undefined ? {} : { calendar };
}

function beforeYou({ before }: Place): string {
  if (before === 0) return "Nobody is before you.";
  return before === 1 ? "One person is before you." : `${before} people are before you.`;
}

/** For an address that somebody else typed. */
const notYou = "If you did not sign up, give up the place with the link above. We confirm that once.";
