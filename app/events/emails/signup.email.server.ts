import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { endOf } from "#app/events/schedule/live-event.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { practice } from "#content/practice.ts";
import { createEventFacts, formatStart, formatTitleAndDate, quoteTitle } from "./event-facts.ts";
import { sampleSeat } from "./sample-signup.ts";
import {
  attendeeLink,
  createWaitingFacts,
  defineSeatEmail,
  hasSeat,
  hasSeatOrWaits,
  joinButton,
  type SeatEmailInput,
  seatSample,
  seatSamples,
  statusLink,
  withCalendar,
} from "./seat-email.server.ts";

/** Confirms a sign-up: a seat with everything needed to attend, or a position on the waiting list. */
export const signupEmail = defineSeatEmail({
  kind: "event-place",
  applies: hasSeatOrWaits,
  calendar: "PUBLISH",
  render: (input, { siteUrl }) =>
    input.signup.state === "waiting" ? renderWaiting(input, siteUrl) : renderSeat(input, siteUrl),
  samples: seatSamples,
});

function renderSeat({ signup, event, calendar }: SeatEmailInput, siteUrl: string): EmailContent {
  return {
    subject: `Your seat: ${formatTitleAndDate(event)}`,
    preview: `${formatStart(event)}. Your join link and calendar invite are inside.`,
    heading: "You’re registered",
    blocks: [
      `Your seat at the live event ${quoteTitle(event)} is reserved.`,
      createEventFacts(event, event.topics.length === 0 ? [] : [["Topics", event.topics.join("; ")]]),
      joinButton(event),
      keepThisEmail,
      attendeeLink(signup, siteUrl, {
        before: "Can’t make it? ",
        label: "Manage your registration",
        after: " to update your details or release your seat to the next person waiting.",
      }),
      notYou,
    ],
    ...withCalendar(calendar),
  };
}

function renderWaiting({ signup, event }: SeatEmailInput, siteUrl: string): EmailContent {
  return {
    subject: `On the waiting list: ${formatTitleAndDate(event)}`,
    preview: `${describePosition(signup)} We’ll email you if a seat opens for you.`,
    heading: "You’re on the waiting list",
    blocks: [
      `All ${event.capacity} seats at the live event ${quoteTitle(event)} are taken, and you’re on the waiting list.`,
      createWaitingFacts(signup, event),
      "Seats usually go in order of sign-up. If one opens for you, we’ll email you the join link and a calendar invite. You don’t need to do anything. The list closes when the event begins.",
      attendeeLink(signup, siteUrl, {
        before: "Plans changed? ",
        label: "Manage your registration",
        after: " to update your details or leave the list.",
      }),
      notYou,
    ],
  };
}

/**
 * Tells the owner of an address that someone used it again, because the page after the form does not reveal this. Staff also send it to
 * people with a seat who cannot find their link.
 */
export const repeatedSignupEmail = defineSeatEmail({
  kind: "event-place-again",
  applies: hasSeatOrWaits,
  calendar: "PUBLISH",
  render({ signup, event, calendar }, { siteUrl }) {
    const isWaiting = signup.state === "waiting";
    const again = isWaiting ? "" : " or asked us for the link";
    const status = isWaiting ? "You’re already on the waiting list" : "You’re already registered";
    return {
      subject: `${status}: ${formatTitleAndDate(event)}`,
      preview: "Your registration has not changed.",
      heading: status,
      blocks: [
        `You (or someone using your address) signed up again${again} for the live event ${quoteTitle(event)} on ${shortDayIn(event.timeZone, event.startsAt)}. Your registration has not changed.`,
        ...(isWaiting ? [createWaitingFacts(signup, event)] : [createEventFacts(event), joinButton(event)]),
        attendeeLink(signup, siteUrl, {
          before: "",
          label: "Manage your registration",
          after: ` to update your details or ${isWaiting ? "leave the list" : "release your seat"}.`,
        }),
        "If this wasn’t you, ignore this email.",
      ],
      ...withCalendar(calendar),
    };
  },
  samples: seatSamples,
});

/** A person on the waiting list gets a seat. */
export const promotionEmail = defineSeatEmail({
  kind: "event-promoted",
  applies: hasSeat,
  calendar: "PUBLISH",
  render: ({ signup, event, calendar }, { siteUrl }) => ({
    subject: `A seat opened up for you: ${formatTitleAndDate(event)}`,
    preview: `${formatStart(event)}. Your join link and calendar invite are inside.`,
    heading: "A seat opened up for you",
    blocks: [
      `Your seat at the live event ${quoteTitle(event)} is reserved.`,
      createEventFacts(event),
      joinButton(event),
      keepThisEmail,
      attendeeLink(signup, siteUrl, {
        before: "Can’t make it? ",
        label: "Release your seat",
        after: " to the next person waiting.",
      }),
    ],
    ...withCalendar(calendar),
  }),
  samples: [seatSample],
});

/** Confirms that a person canceled a sign-up, or that another sign-up of the mailbox replaced it and has its number. */
export const signupCanceledEmail = defineSeatEmail({
  kind: "place-given-up",
  applies: ({ state }, event, now) => state === "cancelled" && endOf(event) > now,
  calendar: "CANCEL",
  render: (input, { siteUrl }) =>
    input.signup.placeNumber === null ? renderReplaced(input, siteUrl) : renderCanceled(input, siteUrl),
  samples: [
    { when: "canceled", signup: { ...sampleSeat, state: "cancelled" } },
    { when: "replaced", signup: { ...sampleSeat, state: "cancelled", placeNumber: null } },
  ],
});

function renderCanceled({ signup, event, calendar }: SeatEmailInput, siteUrl: string): EmailContent {
  return {
    subject: `Canceled: your registration for ${formatTitleAndDate(event)}`,
    preview: "We’ve canceled your registration, as you asked.",
    heading: "Your registration is canceled",
    blocks: [
      `Your registration for the live event ${quoteTitle(event)} on ${formatStart(event)} is canceled. Please delete the event from your calendar if it isn’t removed automatically.`,
      {
        link: {
          before: "Changed your mind? ",
          label: "Sign up again",
          url: siteUrl + eventPagePath(event.id),
          after:
            " before the event begins. You’ll get a seat if one is available, or a waiting-list position.",
        },
      },
      statusLink(signup, siteUrl),
      "You won’t receive any more emails about this event.",
    ],
    ...withCalendar(calendar),
  };
}

function renderReplaced({ signup, event }: SeatEmailInput, siteUrl: string): EmailContent {
  return {
    subject: `Your registration was replaced: ${formatTitleAndDate(event)}`,
    preview: "You confirmed a registration with another email address for this inbox.",
    heading: "Your registration was replaced",
    blocks: [
      `You registered for the live event ${quoteTitle(event)} on ${formatStart(event)} with another email address for the same inbox. We reserve one seat per inbox, so that registration replaced this one.`,
      `If you want to attend as well, call us at ${practice.phone.display} or write to ${practice.email}.`,
      statusLink(signup, siteUrl),
    ],
  };
}

function describePosition({ before }: SeatEmailInput["signup"]): string {
  if (before === 0) return "You’re next in line.";
  return before === 1 ? "One person is ahead of you." : `${before} people are ahead of you.`;
}

/** Also true while the event runs. */
const keepThisEmail =
  "Keep this email. The button above is your join link, and the attached calendar invite has it too. If the event has begun, join now.";

/** Anyone can type any address. */
const notYou = "Didn’t sign up? Use the link above to cancel. We’ll confirm by email.";
