import type { Place } from "#app/leads/event-place/places.server.ts";
import type { LiveEvent } from "#app/leads/events/live-event.ts";
import type { LetterContent } from "#app/mail/letter.ts";
import { pages } from "#app/pages/registry.ts";
import { eventFacts, momentOf, quotedTitle, shortDateOf } from "./event-facts.ts";
import { essential, placeLink } from "./place.letter.server.ts";

/**
 * Confirms the wish to be told the next date.
 * @param input.isStopped the address has said that it wants no announcements, and a stranger can have asked
 */
export function nextDateNotedLetter(input: {
  place: Place;
  siteUrl: string;
  isStopped: boolean;
}): LetterContent {
  return {
    ...essential,
    subject: "We will tell you the next date",
    preview: "One letter, when the next live video is set.",
    heading: "We will tell you the next date",
    blocks: [
      "Your wish to be told the date of the next live video is noted. We write once, when it is set. That takes no seat by itself: the letter has the link with which you reserve one.",
      ...(input.isStopped
        ? [
            "You told us earlier to send you no word of dates, so this letter would not leave either. If you want it, allow it at the end of this letter.",
          ]
        : []),
      placeLink(input, {
        before: "If you did not ask for this, or no longer want it, say so at ",
        label: "your sign-up",
        after: ", and we do not write.",
      }),
    ],
  };
}

/** Tells the next date to whoever asked. */
export function nextDateLetter(input: {
  place: Place;
  event: LiveEvent;
  seatsLeft: number;
  siteUrl: string;
}): LetterContent {
  const { event, seatsLeft, siteUrl } = input;
  const hasSeats = seatsLeft > 0;
  return {
    topic: "announcements",
    audience: "visitor",
    subject: `The next live video: ${shortDateOf(event)}`,
    preview: `${quotedTitle(event)}, ${momentOf(event)}.`,
    heading: "The next date is set",
    blocks: [
      `You asked us to tell you the date of the next live video. Here it is: ${quotedTitle(event)}.`,
      eventFacts(event, [["Seats", seatsLine(event, seatsLeft)]]),
      {
        button: {
          label: hasSeats ? "Reserve a seat" : "Join the waiting list",
          url: siteUrl + pages.eventSignup.path,
        },
      },
      "No seat is reserved for you yet; the button leads to the form.",
      placeLink(input, {
        before: "This is the one letter that you asked for. What you told us is kept at ",
        label: "your sign-up",
        after: ".",
      }),
    ],
  };
}

function seatsLine({ capacity }: LiveEvent, seatsLeft: number): string {
  return seatsLeft > 0
    ? `${seatsLeft} of ${capacity} left at this moment`
    : `All ${capacity} taken at this moment; there is a waiting list`;
}
