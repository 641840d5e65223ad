import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findSeat, type AttendeeSignup } from "#app/events/attendee-page/find-seat.server.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import type { EmailBlock } from "#app/email/definition/email-content.ts";
import { formatStart, formatTitleAndDate } from "#app/events/emails/event-facts.ts";
import { sampleSeat } from "#app/events/emails/sample-signup.ts";
import { describeLead, findLeadFacts, linkToPerson, sampleLeadFacts } from "./lead-facts.server.ts";

/** Tells the colleague who follows up on the person, or the firm, about a sign-up for a live event, or of a request for the next date. */
export const newSignupEmail = defineEmail({
  kind: "new-event-signup",
  async load({ db }: { db: Kysely<Database> }, id) {
    const signup = await findSeat(db, { id });
    if (signup === undefined) return undefined;
    return { signup, lead: await findLeadFacts(db, signup.email) };
  },
  render({ signup, lead }, { siteUrl }) {
    const { id, name, email, phone, questions, topics, event } = signup;
    return {
      subject:
        event === undefined ? "New request: next event" : `New sign-up for ${formatTitleAndDate(event)}`,
      preview: describeStatus(signup),
      heading: describeStatus(signup),
      blocks: [
        event === undefined || signup.state === "told"
          ? `${name} asked to hear about the next event.`
          : `${name} signed up for the live event.`,
        {
          facts: [
            ...(event === undefined
              ? []
              : [
                  ["Event", `${event.title}, ${formatStart(event)}`] as const,
                  ["Seats taken", `${event.seatsTaken} of ${event.capacity}`] as const,
                ]),
            ["Email", email],
            ["Phone", phone ?? "Not provided"],
            ...describeLead(lead, phone),
          ],
        },
        ...quoteAnswer("Questions", questions),
        ...quoteAnswer("Topics", topics),
        linkToPerson(siteUrl, id),
      ],
      replyTo: { name, address: email },
    };
  },
  samples: [{ input: { signup: sampleSeat, lead: sampleLeadFacts } }],
});

/** The status when the email is sent. */
function describeStatus({ state, placeNumber, before, event }: AttendeeSignup): string {
  switch (state) {
    case "seat":
      return `Seat ${placeNumber}`;
    case "waiting":
      return `Waiting list, sign-up ${placeNumber}, ${before} ahead`;
    case "cancelled":
      if (event === undefined) return "Request canceled";
      return placeNumber === null ? "Replaced by another sign-up" : `Sign-up ${placeNumber}, canceled`;
    case "next-date":
    case "told":
      return "Request: next event";
  }
}

function quoteAnswer(label: string, answer: string | null): EmailBlock[] {
  return answer === null ? [`${label}: none provided.`] : [`${label}:`, { quote: answer }];
}
