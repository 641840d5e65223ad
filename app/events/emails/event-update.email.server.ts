import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { pages } from "#app/pages/registry.ts";
import { timeIn } from "#app/platform/zoned-time.ts";
import { eventFacts, momentOf, quotedTitle, shortDateOf } from "./event-facts.ts";
import {
  essential,
  joinButton,
  placeLink,
  standingLink,
  type SeatEmailInput,
  waitingFacts,
  withCalendar,
} from "./seat.email.server.ts";

/** What the event is now, after a change to what stands in people's calendars. */
export function changedLetter({ event, calendar, ...input }: SeatEmailInput): EmailContent {
  const isWaiting = input.place.state === "waiting";
  return {
    ...essential,
    subject: `Changed: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: `It is now set for ${momentOf(event)}.`,
    heading: "The live video has changed",
    blocks: [
      isWaiting
        ? `The title, time or length of the live video ${quotedTitle(event)} has changed. These details replace the earlier ones.`
        : `The title, time, length or join link of the live video ${quotedTitle(event)} has changed. These details replace the earlier ones; use only the link below.`,
      ...(isWaiting ? [waitingFacts(input.place, event)] : [eventFacts(event), joinButton(event)]),
      isWaiting
        ? "Your place on the waiting list is unchanged."
        : "Your seat is still yours. Open the attached calendar entry to update yours; if the old one stays, delete it.",
      placeLink(input, {
        before: "If it no longer suits you, give up the place at ",
        label: "your place",
        after: ".",
      }),
    ],
    ...withCalendar(calendar),
  };
}

/** The event does not take place. */
export function eventCanceledEmail({ event, calendar, siteUrl, place }: SeatEmailInput): EmailContent {
  return {
    ...essential,
    subject: `Canceled: ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: `It was set for ${momentOf(event)}.`,
    heading: "The live video is canceled",
    blocks: [
      `The live video ${quotedTitle(event)}, which was set for ${momentOf(event)}, will not take place. We are sorry.`,
      place.state === "waiting"
        ? "There is nothing you need to do; the waiting list is closed."
        : "There is nothing you need to do, except in your calendar: open the attached calendar entry to remove it; if it stays, delete it.",
      {
        link: {
          before: "When another date is set, it will be posted on ",
          label: "the event page",
          url: siteUrl + pages.eventSignup.path,
          after: "; until then you can ask there to be told.",
        },
      },
      standingLink({ place, siteUrl }),
    ],
    ...withCalendar(calendar),
  };
}

/** A day before. It says the day and not “tomorrow”: it may leave hours after it was due. */
export function dayReminderEmail({ event, ...input }: SeatEmailInput): EmailContent {
  return {
    topic: "reminders",
    audience: "visitor",
    subject: `Reminder: ${quotedTitle(event)}, ${momentOf(event)}`,
    preview: "The link to join is in this e-mail.",
    heading: "A reminder of your seat",
    blocks: [
      `The live video ${quotedTitle(event)} begins on ${momentOf(event)}.`,
      eventFacts(event),
      joinButton(event),
      giveUpInTime(input),
    ],
  };
}

/** An hour before. */
export function hourReminderEmail({ event, ...input }: SeatEmailInput): EmailContent {
  const time = timeIn(event.timeZone, event.startsAt);
  return {
    topic: "reminders",
    audience: "visitor",
    subject: `${time}: ${quotedTitle(event)}`,
    preview: "It begins within the hour. The link to join is in this e-mail.",
    heading: "It begins within the hour",
    blocks: [
      `The live video ${quotedTitle(event)} begins on ${momentOf(event)}.`,
      joinButton(event),
      giveUpInTime(input),
    ],
  };
}

function giveUpInTime(input: Pick<SeatEmailInput, "place" | "siteUrl">) {
  return placeLink(input, {
    before: "If you cannot come, give up the seat at ",
    label: "your place",
    after: " before it begins: it goes to the next person waiting, if there is one.",
  });
}
