import type { AttendeeSignup } from "#app/events/attendee-page/find-seat.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { pages } from "#app/pages/registry.ts";
import { timeIn } from "#app/platform/calendar/zoned-time.ts";
import { createEventFacts, formatStart, formatTitleAndDate, quoteTitle } from "./event-facts.ts";
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
      preview: `It’s now set for ${formatStart(event)}.`,
      heading: "The live video has changed",
      blocks: [
        isWaiting
          ? `The title, time or length of the live video ${quoteTitle(event)} has changed. These details replace the earlier ones.`
          : `The title, time, length or join link of the live video ${quoteTitle(event)} has changed. These details replace the earlier ones, so use only the link below.`,
        ...(isWaiting ? [createWaitingFacts(signup, event)] : [createEventFacts(event), joinButton(event)]),
        isWaiting
          ? "Your position on the waiting list hasn’t changed."
          : "You still have your seat. Open the attached calendar entry to update your calendar. If the old entry remains, delete it.",
        attendeeLink(signup, siteUrl, {
          before: "If this no longer works for you, you can cancel in ",
          label: "your sign-up",
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
    preview: `It was set for ${formatStart(event)}.`,
    heading: "The live video is canceled",
    blocks: [
      `We’re sorry: the live video ${quoteTitle(event)}, which was set for ${formatStart(event)}, will not take place.`,
      signup.state === "waiting"
        ? "You don’t have to do anything. The waiting list is closed."
        : "The only thing left to do is in your calendar: open the attached calendar entry to remove the event. If it’s still there afterward, delete it.",
      {
        link: {
          before: "When we set another date, we’ll post it on ",
          label: "the event page",
          url: siteUrl + pages.eventSignup.path,
          after: ". Until then, you can ask us there to email you.",
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
    preview: "Your link to join is in this email.",
    heading: "A reminder of your seat",
    blocks: [
      `The live video ${quoteTitle(event)} begins on ${formatStart(event)}.`,
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
    preview: "It begins within the hour. Your link to join is in this email.",
    heading: "It begins within the hour",
    blocks: [
      `The live video ${quoteTitle(event)} begins on ${formatStart(event)}.`,
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
    before: "If you can’t attend, please cancel ",
    label: "your sign-up",
    after: " before the event begins. Your seat goes to the next person on the waiting list.",
  });
}
