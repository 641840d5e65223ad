import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findSeat } from "#app/events/attendee-page/find-seat.server.ts";
import { countSeatsLeft, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { isSuppressed } from "#app/email/outbox/suppressions.server.ts";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import type { Clock } from "#app/platform/clock.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { createEventFacts, formatStart, quoteTitle } from "./event-facts.ts";
import { sampleEvent, sampleSeat } from "./sample-signup.ts";
import { attendeeLink, dataRequest } from "./seat-email.server.ts";

const sampleRequest = { ...sampleSeat, state: "next-date", placeNumber: null, event: undefined } as const;

/** Confirms a request for the next date. An earlier opt-out from announcements stands, because anyone can send the form. */
export const nextDateRequestedEmail = defineEmail({
  kind: "next-date-noted",
  async load({ db }: { db: Kysely<Database> }, id) {
    const signup = await findSeat(db, { id });
    if (signup?.state !== "next-date") return undefined;
    return { signup, isSuppressed: await isSuppressed(db, signup.email, "announcements") };
  },
  render({ signup, ...input }, { siteUrl }) {
    const { heading, preview, text } = input.isSuppressed ? optedOut : noted;
    return {
      subject: heading,
      preview,
      heading,
      blocks: [
        text,
        attendeeLink(signup, siteUrl, {
          before: "Didn’t ask for this, or changed your mind? ",
          label: "Cancel your request",
          after: ".",
        }),
      ],
    };
  },
  samples: [
    { input: { signup: sampleRequest, isSuppressed: false } },
    { when: "opted out of announcements", input: { signup: sampleRequest, isSuppressed: true } },
  ],
});

const noted = {
  heading: "We’ll let you know about the next event",
  preview: "One email, when the next event is scheduled.",
  text: "We’ll email you once when the next live event is scheduled, with a link to the sign-up form. This doesn’t reserve a seat.",
} as const;

const optedOut = {
  heading: "Your email settings block event announcements",
  preview: "Update your email preferences to hear about the next event.",
  text: "You opted out of announcements earlier, so we won’t email you about the next event. To hear about it, update your email preferences with the link at the end of this email.",
} as const;

/** Announces the next date to people who asked for it. */
export const nextDateEmail = defineEmail({
  kind: "next-date",
  async load({ db, clock }: { db: Kysely<Database>; clock: Clock }, id) {
    const signup = await findSeat(db, { id });
    if (signup?.state !== "told" || signup.event === undefined) return undefined;
    const { event } = signup;
    const now = clock.now();
    if (event.state === "cancelled" || event.startsAt <= now) return undefined;
    return { signup, event, seatsLeft: countSeatsLeft(event, now) };
  },
  render: ({ signup, event, seatsLeft }, { siteUrl }) => ({
    subject: `Our next live event: ${shortDayIn(event.timeZone, event.startsAt)}`,
    preview: `${quoteTitle(event)}, ${formatStart(event)}.`,
    heading: "The next event is scheduled",
    blocks: [
      `You asked us to tell you about the next live event. ${quoteTitle(event)} takes place on the date below.`,
      createEventFacts(event, [["Seats", describeSeats(event, seatsLeft)]]),
      {
        button: {
          label: seatsLeft > 0 ? "Reserve a seat" : "Join the waiting list",
          url: siteUrl + eventPagePath(event.id),
        },
      },
      "We haven’t reserved a seat for you yet. Use the button to sign up.",
      attendeeLink(signup, siteUrl, {
        before: "This is the only announcement you requested. We won’t send another. You can ",
        label: "view your request",
        after: ` at any time. ${dataRequest()}`,
      }),
    ],
  }),
  samples: [{ input: { signup: sampleSeat, event: sampleEvent, seatsLeft: 63 } }],
});

function describeSeats({ capacity }: LiveEvent, seatsLeft: number): string {
  return seatsLeft > 0
    ? `${seatsLeft} of ${capacity} left`
    : `All ${capacity} are taken. The waiting list is open.`;
}
