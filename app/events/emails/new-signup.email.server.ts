import type { Place } from "#app/events/attendee-page/find-seat.server.ts";
import { consentFacts, type PersonConsent } from "#app/intake/consent/find-consent.server.ts";
import type { EmailBlock, EmailContent } from "#app/email/rendering/email-content.ts";
import { pages } from "#app/pages/registry.ts";
import { momentOf, quotedTitle, shortDateOf } from "./event-facts.ts";

/** Tells the practice that somebody signed up for a live event, or wants to be told the next date. */
export function newSignupEmail({
  place,
  consent,
  siteUrl,
}: {
  place: Place;
  consent: PersonConsent;
  siteUrl: string;
}): EmailContent {
  const { name, email, phone, questions, topics, event } = place;
  return {
    subject:
      event === undefined
        ? "New sign-up: wants to be told the next date"
        : `New sign-up for ${quotedTitle(event)}, ${shortDateOf(event)}`,
    preview: standing(place),
    topic: "essential",
    audience: "practice",
    heading: standing(place),
    blocks: [
      // Only a place at an event has a number.
      place.placeNumber === null
        ? `${name} asked to be told the next date.`
        : `${name} has signed up for the live video.`,
      {
        facts: [
          ...(event === undefined
            ? []
            : [
                ["Event", `${event.title}, ${momentOf(event)}`] as const,
                ["Taken", `${event.seatsTaken} of ${event.capacity} seats`] as const,
              ]),
          ["E-mail", email],
          ["Phone", phone ?? "Not provided"],
          ...consentFacts(consent),
        ],
      },
      ...said("Questions", questions),
      ...said("Topics", topics),
      { button: { label: "All sign-ups, in the staff area", url: siteUrl + pages.admin.path } },
    ],
    replyTo: { name, address: email },
  };
}

/** How the place stands when the letter leaves. */
function standing({ state, placeNumber, before }: Place): string {
  switch (state) {
    case "seat":
      return `A seat, number ${placeNumber}`;
    case "waiting":
      return `On the waiting list, number ${placeNumber}, ${before} before`;
    case "cancelled":
      return placeNumber === null
        ? "Wanted to be told the next date"
        : `Number ${placeNumber}, given up since`;
    case "next-date":
    case "told":
      return "Wants to be told the next date";
  }
}

function said(label: string, words: string | null): EmailBlock[] {
  return words === null ? [`${label}: none provided.`] : [`${label}:`, { quote: words }];
}
