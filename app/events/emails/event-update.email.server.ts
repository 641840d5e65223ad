import type { AttendeeSignup } from "#app/events/attendee-page/find-seat.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { pages } from "#app/pages/registry.ts";
import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import {
  createEventFacts,
  formatStart,
  formatTitleAndDate,
  quoteTitle,
  toParagraphs,
} from "./event-facts.ts";
import {
  attendeeLink,
  createWaitingFacts,
  defineSeatEmail,
  hasSeat,
  hasSeatOrWaits,
  joinButton,
  seatSample,
  seatSamples,
  statusLink,
  withCalendar,
} from "./seat-email.server.ts";

/** The new details of an event, after a change that affects calendar entries. */
export const eventChangedEmail = defineSeatEmail({
  kind: "event-changed",
  applies: hasSeatOrWaits,
  calendar: "PUBLISH",
  render({ signup, event, calendar }, { siteUrl }) {
    const isWaiting = signup.state === "waiting";
    return {
      subject: `Changed: ${formatTitleAndDate(event)}`,
      preview: `The event is on ${formatStart(event)}.`,
      heading: "The event details have changed",
      blocks: [
        isWaiting
          ? `The title, time or length of the live event ${quoteTitle(event)} has changed. Here are the new details.`
          : `The title, time, length or join link of the live event ${quoteTitle(event)} has changed. Here are the new details. Please use only the link below.`,
        ...(isWaiting ? [createWaitingFacts(signup, event)] : [createEventFacts(event), joinButton(event)]),
        isWaiting
          ? "Your position on the waiting list hasn’t changed."
          : "You still have your seat. Open the attached calendar invite to update your calendar, and delete the old entry if it remains.",
        attendeeLink(signup, siteUrl, {
          before: "If the new details don’t work for you, ",
          label: isWaiting ? "leave the waiting list" : "release your seat",
          after: ".",
        }),
      ],
      ...withCalendar(calendar),
    };
  },
  samples: seatSamples,
});

/** The event does not take place. */
export const eventCanceledEmail = defineSeatEmail({
  kind: "event-cancelled",
  applies: ({ state }, event, now) =>
    (state === "seat" || state === "waiting") && event.state === "cancelled" && endOf(event) > now,
  calendar: "CANCEL",
  render: ({ signup, event, calendar }, { siteUrl }) => ({
    subject: `Canceled: ${formatTitleAndDate(event)}`,
    preview: `It was scheduled for ${formatStart(event)}.`,
    heading: "The event is canceled",
    blocks: [
      `We’ve canceled the live event ${quoteTitle(event)} that was scheduled for ${formatStart(event)}. We apologize for the change.`,
      ...toParagraphs(event.cancellationNote),
      signup.state === "waiting"
        ? "The waiting list is closed. You don’t need to do anything."
        : "Please delete the event from your calendar if it isn’t removed automatically.",
      {
        link: {
          before: "We’ll post the next date on ",
          label: "the event page",
          url: siteUrl + pages.eventSignup.path,
          after: ". You can also sign up there to be notified by email.",
        },
      },
      statusLink(signup, siteUrl),
    ],
    ...withCalendar(calendar),
  }),
  samples: [seatSample],
});

/** Names the day rather than “tomorrow”, because delivery can be delayed. */
export const dayReminderEmail = defineSeatEmail({
  kind: "event-reminder-day",
  applies: startsWithin(25 * 60),
  render: ({ signup, event }, { siteUrl }) => ({
    subject: `Reminder: ${quoteTitle(event)}, ${formatStart(event)}`,
    preview: "Your join link is inside.",
    heading: `See you on ${longDayIn(event.timeZone, event.startsAt)}`,
    blocks: [
      `The live event ${quoteTitle(event)} starts ${formatStart(event)}.`,
      createEventFacts(event),
      joinButton(event),
      cancelInTime(signup, siteUrl),
    ],
  }),
  samples: [seatSample],
});

export const hourReminderEmail = defineSeatEmail({
  kind: "event-reminder-hour",
  applies: startsWithin(65),
  render: ({ signup, event }, { siteUrl }) => ({
    subject: `${timeIn(event.timeZone, event.startsAt)}: ${quoteTitle(event)}`,
    preview: "We start within the hour. Your join link is inside.",
    heading: "We start within the hour",
    blocks: [
      `The live event ${quoteTitle(event)} starts ${formatStart(event)}.`,
      joinButton(event),
      cancelInTime(signup, siteUrl),
    ],
  }),
  samples: [seatSample],
});

/** @param minutes a little longer than the reminder's own interval; the event may have been moved since */
function startsWithin(minutes: number) {
  return (signup: AttendeeSignup, event: LiveEvent, now: Date): boolean => {
    const untilStartMs = event.startsAt.getTime() - now.getTime();
    return hasSeat(signup, event, now) && untilStartMs > 0 && untilStartMs <= minutes * 60_000;
  };
}

function cancelInTime(signup: AttendeeSignup, siteUrl: string) {
  return attendeeLink(signup, siteUrl, {
    before: "Can’t make it? ",
    label: "Release your seat",
    after: " to the next person waiting, before the event starts.",
  });
}
