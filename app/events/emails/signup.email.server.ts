import { pages } from "#app/pages/registry.ts";
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
    preview: `${formatStart(event)}. Your link to join and a calendar entry are in this email.`,
    heading: "You have a seat",
    blocks: [
      `We’ve reserved a seat for you at the live video ${quoteTitle(event)}.`,
      createEventFacts(event, event.topics.length === 0 ? [] : [["Covered", event.topics.join("; ")]]),
      joinButton(event),
      keepThisEmail,
      attendeeLink(signup, siteUrl, {
        before: "If you can’t attend, or want to change what you told us, open ",
        label: "your sign-up",
        after: ". If you cancel, your seat goes to the next person on the waiting list.",
      }),
      notYou,
    ],
    ...withCalendar(calendar),
  };
}

function renderWaiting({ signup, event }: SeatEmailInput, siteUrl: string): EmailContent {
  return {
    subject: `On the waiting list: ${formatTitleAndDate(event)}`,
    preview: `${describePosition(signup)} We’ll email you as soon as you have a seat.`,
    heading: "You are on the waiting list",
    blocks: [
      `All ${event.capacity} seats at the live video ${quoteTitle(event)} are currently taken.`,
      createWaitingFacts(signup, event),
      "When a seat opens up, it goes to the person who has waited longest. As soon as you have one, we’ll send you the link to join and a calendar entry; you don’t have to do anything. The list closes when the event begins.",
      attendeeLink(signup, siteUrl, {
        before: "To change what you told us, or to leave the list, open ",
        label: "your sign-up",
        after: ".",
      }),
      notYou,
    ],
  };
}

/** Tells the owner of an address that someone used it again. The page after the form does not reveal this. */
export const repeatedSignupEmail = defineSeatEmail({
  kind: "event-place-again",
  applies: hasSeatOrWaits,
  calendar: "PUBLISH",
  render({ signup, event, calendar }, { siteUrl }) {
    const isWaiting = signup.state === "waiting";
    const status = isWaiting ? "You are already on the waiting list" : "You already have a seat";
    return {
      subject: `Nothing has changed: ${formatTitleAndDate(event)}`,
      preview: `${status}.`,
      heading: status,
      blocks: [
        `You (or someone using your address) signed up again for the live video ${quoteTitle(event)}. Each address can sign up once, so nothing has changed.`,
        ...(isWaiting ? [createWaitingFacts(signup, event)] : [createEventFacts(event), joinButton(event)]),
        attendeeLink(signup, siteUrl, {
          before: `Your earlier answers are unchanged too. To update them, or to ${isWaiting ? "leave the list" : "cancel"}, open `,
          label: "your sign-up",
          after: ".",
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
    subject: `You have a seat: ${formatTitleAndDate(event)}`,
    preview: `${formatStart(event)}. Your link to join and a calendar entry are in this email.`,
    heading: "You have a seat",
    blocks: [
      `A seat at the live video ${quoteTitle(event)} has opened up, and it’s yours.`,
      createEventFacts(event),
      joinButton(event),
      keepThisEmail,
      attendeeLink(signup, siteUrl, {
        before: "If you can no longer attend, please cancel ",
        label: "your sign-up",
        after: ". Your seat goes to the next person on the waiting list.",
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
    subject: `Your sign-up is canceled: ${formatTitleAndDate(event)}`,
    preview: "We’ve canceled your sign-up, as you asked.",
    heading: "Your sign-up is canceled",
    blocks: [
      `Your sign-up for the live video ${quoteTitle(event)} on ${formatStart(event)} is canceled. To remove the event from your calendar, open the attached calendar entry. If it’s still there afterward, delete it.`,
      {
        link: {
          before: "If this was a mistake, ",
          label: "sign up again",
          url: siteUrl + pages.eventSignup.path,
          after:
            " before the event begins. You’ll get a seat if one is free, or else a position on the waiting list.",
        },
      },
      statusLink(signup, siteUrl),
      "We won’t email you about this event again.",
    ],
    ...withCalendar(calendar),
  };
}

function renderReplaced({ signup, event }: SeatEmailInput, siteUrl: string): EmailContent {
  return {
    subject: `Your sign-up was replaced: ${formatTitleAndDate(event)}`,
    preview: "Another address of your mailbox confirmed its sign-up.",
    heading: "Your sign-up was replaced",
    blocks: [
      `Another address of your mailbox confirmed its sign-up for the live video ${quoteTitle(event)} on ${formatStart(event)}. We reserve one seat per mailbox, so it replaced the sign-up of this address, which wasn’t confirmed.`,
      `If you want to attend as well, call us at ${practice.phone.display} or write to ${practice.email}.`,
      statusLink(signup, siteUrl),
    ],
  };
}

function describePosition({ before }: SeatEmailInput["signup"]): string {
  if (before === 0) return "You are next in line.";
  return before === 1 ? "One person is ahead of you." : `${before} people are ahead of you.`;
}

/** Also true while the event runs. */
const keepThisEmail =
  "Keep this email: the button is your link to join. If the event has already begun, join now. The attached calendar entry has the same link.";

/** Anyone can type any address. */
const notYou = "If you didn’t sign up, use the link above to cancel. We’ll confirm that once.";
