import type { MessageAudience, MessageField, MessageTemplateKey } from "./message-templates.ts";
import type { LeftOutReason } from "./left-out.ts";

/** The names of the templates in the staff area, and when to use them. */
export const templateTexts: Readonly<Record<MessageTemplateKey, { name: string; about: string }>> = {
  notice: {
    name: "Practical notice",
    about:
      "A change or a practical detail for people with a seat, with the join link. After a cancellation, without the link.",
  },
  "waiting-news": {
    name: "Waiting-list update",
    about: "An update for people on the waiting list, with their position.",
  },
  replay: { name: "Replay", about: "The recording for people who attended or had a seat." },
  missed: {
    name: "Sorry we missed you",
    about: "The recording for people who had a seat and did not attend.",
  },
  invitation: {
    name: "Invitation",
    about: "An invitation to the next event, for people who agreed to articles and invitations.",
  },
};

export const audienceNames: Readonly<Record<MessageAudience, string>> = {
  holders: "Seat holders",
  waiting: "Waiting list",
  attended: "Attended",
  "no-shows": "No-shows",
};

export const fieldTexts: Readonly<Record<MessageField, { label: string; hint?: string }>> = {
  replayUrl: { label: "Replay link", hint: "The https:// address of the recording." },
  slidesUrl: { label: "Slides link" },
  link: { label: "Link", hint: "An https:// address with more information." },
  paragraph: { label: "Message", hint: "Plain text. Each line becomes its own paragraph." },
};

/** Why a person of the group does not get the message, in the order of the checks. */
export const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  undeliverable: "Email undeliverable",
  "opted-out": "Opted out of email",
  "no-consent": "No consent to invitations",
  "signed-up": "Already signed up for that event",
  "already-received": "Already received this message",
  "same-person": "Another address of a recipient",
};
