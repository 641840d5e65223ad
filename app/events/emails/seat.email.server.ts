import type { Place } from "#app/events/attendee-page/find-seat.server.ts";
import { attendeePath } from "#app/events/attendee-page/attendee-path.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import type { CalendarPart, EmailBlock, EmailContent } from "#app/email/rendering/email-content.ts";
import { pages } from "#app/pages/registry.ts";
import { practice } from "#content/practice.ts";
import { eventFacts, momentOf, quotedTitle, shortDateOf } from "./event-facts.ts";

/**
 * What a letter about a place is written from. Nothing that was typed into the form stands in a letter to a visitor: the
 * address need not be the writer's own, and we would carry a stranger's words to it.
 */
export type SeatEmailInput = {
  place: Place;
  event: LiveEvent;
  siteUrl: string;
  /** For whoever has, or had, a seat. */
  calendar: CalendarPart | undefined;
};

/** Owed to whoever holds a place. */
export const essential = { topic: "essential", audience: "visitor" } as const;

/** Confirms a sign-up: a seat with all that is needed to come, or a place on the waiting list. */
export function seatEmail(input: SeatEmailInput): EmailContent {
  return input.place.state === "waiting" ? accountWaitingEmail(input) : seatLetter(input);
}

function seatLetter({ event, calendar, ...input }: SeatEmailInput): EmailContent {
  return {
    ...essential,
    subject: `Your seat: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: `${momentOf(event)}. The link to join and a calendar entry are in this e-mail.`,
    heading: "You have a seat",
    blocks: [
      `A seat at the live video ${quotedTitle(event)} is reserved for you.`,
      eventFacts(event, event.topics.length === 0 ? [] : [["Covered", event.topics.join("; ")]]),
      joinButton(event),
      keepThis,
      placeLink(input, {
        before: "If you cannot come, or want to change what you told us, open ",
        label: "your place",
        after: ". A seat that you give up goes to the next person waiting, if there is one.",
      }),
      notYou,
    ],
    ...withCalendar(calendar),
  };
}

function accountWaitingEmail({ event, ...input }: SeatEmailInput): EmailContent {
  return {
    ...essential,
    subject: `On the waiting list: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: `${beforeYou(input.place)} We write as soon as a seat is yours.`,
    heading: "You are on the waiting list",
    blocks: [
      `All ${event.capacity} seats at the live video ${quotedTitle(event)} are taken at this moment.`,
      waitingFacts(input.place, event),
      "When a seat opens up, it goes to whoever has waited longest. As soon as one is yours, we write with the link to join and a calendar entry; there is nothing you need to do. If none opens up before the event begins, the list closes.",
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
export function seatAgainEmail({ event, calendar, ...input }: SeatEmailInput): EmailContent {
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
        before: `What was written this time did not change your earlier answers. To update them, or to ${isWaiting ? "leave the list" : "give up the seat"}, open `,
        label: "your place",
        after: ".",
      }),
      "If it was not you, ignore this e-mail: your place is unchanged.",
    ],
    ...withCalendar(calendar),
  };
}

/** A seat opened up and is theirs. */
export function promotedEmail({ event, calendar, ...input }: SeatEmailInput): EmailContent {
  return {
    ...essential,
    subject: `A seat is yours: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: `${momentOf(event)}. The link to join and a calendar entry are in this e-mail.`,
    heading: "A seat is yours",
    blocks: [
      `A seat at the live video ${quotedTitle(event)} has opened up, and it is yours.`,
      eventFacts(event),
      joinButton(event),
      keepThis,
      placeLink(input, {
        before: "If you can no longer come, give up the seat at ",
        label: "your place",
        after: ": it goes to the next person waiting, if there is one.",
      }),
    ],
    ...withCalendar(calendar),
  };
}

/** Confirms that a place was given up. */
export function seatCanceledEmail({ event, calendar, siteUrl, ...input }: SeatEmailInput): EmailContent {
  return {
    ...essential,
    subject: `Given up: your place at ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: "Your place is given up, as you asked.",
    heading: "Your place is given up",
    blocks: [
      `Your place at the live video ${quotedTitle(event)} on ${momentOf(event)} is given up. If it is in your calendar, open the attached calendar entry to remove it; if it stays, delete it.`,
      {
        link: {
          before: "If this was a mistake, ",
          label: "sign up again",
          url: siteUrl + pages.eventSignup.path,
          after:
            " before the event begins: you get a seat if one is free, or else a place on the waiting list.",
        },
      },
      standingLink({ siteUrl, ...input }),
      "We will not write about it again.",
    ],
    ...withCalendar(calendar),
  };
}

export function joinButton({ joinUrl }: LiveEvent): EmailBlock {
  return { button: { label: "Join the live video", url: joinUrl } };
}

/** The sentence with the address at which the recipient looks at the place, changes it or gives it up. */
export function placeLink(
  { place, siteUrl }: Pick<SeatEmailInput, "place" | "siteUrl">,
  words: { before: string; label: string; after: string },
): EmailBlock {
  return { link: { ...words, url: siteUrl + attendeePath(place.key) } };
}

/** For a place that is no longer held: its page shows how things stand, and no longer what was said with it. */
export function standingLink(input: Pick<SeatEmailInput, "place" | "siteUrl">): EmailBlock {
  return placeLink(input, {
    before: "You can see how things stand at ",
    label: "your sign-up",
    after: `. ${yourData}`,
  });
}

export const yourData = `To see, correct or erase what you told us, write to ${practice.email}.`;

export function waitingFacts(place: Place, event: LiveEvent): EmailBlock {
  return eventFacts(event, [
    ["Sign-up number", String(place.placeNumber)],
    ["Ahead of you", place.before === 0 ? "Nobody" : String(place.before)],
  ]);
}

export function withCalendar(calendar: CalendarPart | undefined): { calendar?: CalendarPart } {
  return calendar === undefined ? {} : { calendar };
}

function beforeYou({ before }: Place): string {
  if (before === 0) return "Nobody is ahead of you.";
  return before === 1 ? "One person is ahead of you." : `${before} people are ahead of you.`;
}

/** True before it begins, and while it runs. */
const keepThis =
  "Keep this e-mail: the button is your link to join. If the event has begun, join now. The attached calendar entry has the same link.";

/** For an address that somebody else typed. */
const notYou = "If you did not sign up, give up the place with the link above. We will confirm that once.";
