import type { Place } from "#app/events/attendee-page/find-seat.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { pages } from "#app/pages/registry.ts";
import { eventFacts, momentOf, quotedTitle, shortDateOf } from "./event-facts.ts";
import { essential, placeLink, yourData } from "./seat.email.server.ts";

/**
 * Confirms the wish to be told the next date.
 * @param input.isStopped the address has said that it wants no announcements, and a stranger can have asked
 */
export function nextDateRequestedEmail(input: {
  place: Place;
  siteUrl: string;
  isStopped: boolean;
}): EmailContent {
  const { heading, preview, text } = input.isStopped ? stopped : noted;
  return {
    ...essential,
    subject: heading,
    preview,
    heading,
    blocks: [
      text,
      placeLink(input, {
        before: "If you did not ask for this, or no longer want it, cancel the request at ",
        label: "your sign-up",
        after: ".",
      }),
    ],
  };
}

const noted = {
  heading: "We will tell you the next date",
  preview: "One e-mail, when the next live video is set.",
  text: "Your request to be told the date of the next live video is noted. We write once, when it is set. That does not reserve a seat: the e-mail will link to the form.",
} as const;

const stopped = {
  heading: "We cannot tell you the next date yet",
  preview: "You asked us earlier not to send notices of new dates.",
  text: "You asked us earlier not to send notices of new dates, so we will not send this one. To receive it, choose your e-mails at the end of this one.",
} as const;

/** Tells the next date to whoever asked. */
export function nextDateEmail(input: {
  place: Place;
  event: LiveEvent;
  seatsLeft: number;
  siteUrl: string;
}): EmailContent {
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
        before: "This is the one e-mail that you asked for; it closes ",
        label: "your request",
        after: `. ${yourData}`,
      }),
    ],
  };
}

function seatsLine({ capacity }: LiveEvent, seatsLeft: number): string {
  return seatsLeft > 0
    ? `${seatsLeft} of ${capacity} left at this moment`
    : `All ${capacity} taken at this moment; there is a waiting list`;
}
